"""The notebooks of the docs run, and print what is stored in them."""

import pathlib

import nbclient
import nbformat
import pytest

FOLDER = pathlib.Path(__file__).parents[2] / "docs" / "notebooks"


def printed(notebook):
    """Return the texts of all cells, without pictures and warnings."""
    texts = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            shown = [o["text"] if o.output_type == "stream" else o["data"]["text/plain"] for o in cell.outputs if o.get("name") != "stderr"]
            texts.append("".join(shown))
    return texts


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda p: p.stem)
def test_notebook(path):
    stored = nbformat.read(path, as_version=4)
    again = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(again, timeout=600, kernel_name="python3").execute()
    assert printed(again) == printed(stored)
    assert any("<svg" in o.get("data", {}).get("text/html", "") or "<table" in o.get("data", {}).get("text/html", "")
               for c in again.cells if c.cell_type == "code" for o in c.outputs)


def test_there_are_some():
    assert len(list(FOLDER.glob("*.ipynb"))) == 2
