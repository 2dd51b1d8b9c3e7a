"""Checks a built site: every link leads to a page and a place that are there, every page can be reached from the first
one, nothing is loaded from another host, and every formula was typeset."""

import html.parser
import pathlib
import sys
import urllib.parse

ROOT = pathlib.Path(sys.argv[1]).resolve()
LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "audio": "src", "object": "data"}
LOADED_LINKS = {"stylesheet", "icon", "preload", "preconnect", "dns-prefetch", "modulepreload", "manifest"}


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.loads, self.ids, self.formulas = [], [], set(), 0
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.formulas += tag == "math"
        if attrs.get("id"):
            self.ids.add(attrs["id"])
        if tag == "a" and attrs.get("href"):
            self.links.append(attrs["href"])
        if tag == "link" and LOADED_LINKS & set(attrs.get("rel", "").split()):
            self.loads.append(attrs["href"])
        if tag in LOADED and attrs.get(LOADED[tag]):
            self.loads.append(attrs[LOADED[tag]])


pages = {p: Page(p) for p in ROOT.rglob("*.html") if p.name != "404.html"}
wrong = []


def target(page, link):
    """Return the file that a link leads to, or nothing where it leads off the site."""
    parts = urllib.parse.urlsplit(link)
    if parts.scheme in ("http", "https", "mailto") or parts.netloc:
        return None, ""
    path = (page.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else page
    return (path / "index.html" if path.is_dir() else path), urllib.parse.unquote(parts.fragment)


seen, todo = set(), [ROOT / "index.html"]
while todo:
    page = todo.pop()
    if page in seen or page not in pages:
        continue
    seen.add(page)
    todo += [path for path, _ in (target(page, link) for link in pages[page].links) if path]

for path, page in pages.items():
    name = path.relative_to(ROOT)
    if path not in seen:
        wrong.append(f"{name}: no page links to it")
    for link in page.loads:
        to, _ = target(path, link)
        if to is None:
            wrong.append(f"{name}: loads {link} from another host")
        elif not to.exists():
            wrong.append(f"{name}: loads {link}, which is not there")
    for link in page.links:
        to, place = target(path, link)
        if to is None:
            continue
        if not to.exists():
            wrong.append(f"{name}: the link {link} leads nowhere")
        elif place and to in pages and place not in pages[to].ids:
            wrong.append(f"{name}: the link {link} leads to a place that is not there")
for style in ROOT.rglob("*.css"):
    text = style.read_text(encoding="utf-8")
    if "url(http" in text or 'url("http' in text or "@import" in text:
        wrong.append(f"{style.relative_to(ROOT)}: loads from another host")
if pages[ROOT / "metrics.html"].formulas < 20:
    wrong.append(f"metrics.html: {pages[ROOT / 'metrics.html'].formulas} formulas are typeset")

print(f"{len(pages)} pages, {sum(len(p.links) for p in pages.values())} links")
if wrong:
    sys.exit("\n".join(wrong))
