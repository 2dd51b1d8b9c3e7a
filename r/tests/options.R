# Every option of compare() through the library and through the command gives what the command line gives: 220 random calls. The flags
# are written here by hand, so that they do not depend on how the package writes them.
library(sepdist)
if (inherits(try(engine(), silent = TRUE), "try-error") || !nzchar(Sys.getenv("SEPDIST"))) quit("no")
library_file <- Sys.getenv("SEPDIST_LIBRARY")
set.seed(20)
dir <- tempfile()
dir.create(dir)
file <- function(name, lines) {
  path <- file.path(dir, name)
  writeLines(lines, path)
  path
}
one <- function(...) sample(c(...), 1)
csv <- function(m) c(paste(c("", colnames(m)), collapse = ","), paste(rownames(m), apply(m, 1, paste, collapse = ","), sep = ","))

nodes <- c("a", "b", "c", "d", "e")
dag <- function(of = nodes) {
  pairs <- utils::combn(sample(of), 2)
  keep <- stats::runif(ncol(pairs)) < 0.5
  c(of, if (any(keep)) paste(pairs[1, keep], "-->", pairs[2, keep]))
}
weighted <- function(loops = FALSE) {
  m <- matrix(0, 5, 5, dimnames = list(nodes, nodes))
  m[upper.tri(m)] <- round(stats::rnorm(10), 2)
  if (loops) diag(m)[one(1:5)] <- 1
  m
}
signs <- function() { m <- weighted(); m[] <- as.numeric(m > 0.3); m }
series <- function() paste0(sample(c("x", "y", "z")), "(t-", one(1, 2), ") --> ", sample(c("x", "y", "z")), "(t)")

# Each case returns a truth, a guess, arguments, flags and metrics. Graphs are lines of text or matrices.
cases <- list(
  as = function() list(dag(), dag(), list(as = k <- one("cpdag", "pag", "mag")), paste0("--as=", k)),
  latent = function() list(dag(), dag(nodes[-2]), list(latent = "b"), "--latent=b"),
  selected = function() list(dag(), dag(nodes[-3]), list(selected = "c"), "--selected=c"),
  project = function() list(dag(), dag(nodes[-one(1:5)]), list(project = TRUE), "--project"),
  rename = function() list(dag(), gsub("a", "\"X 1\"", dag()), list(rename = c("X 1" = "a")), "--rename=X 1=a"),
  rename_list = function() list(dag(), gsub("a", "u", gsub("b", "v", dag())), list(rename = list(u = "a", v = "b")), "--rename=u=a,v=b"),
  by_position = function() list(dag(), toupper(dag()), list(by_position = TRUE), "--by-position"),
  invalid = function() list(dag(), c("a --> b", "b --> c", "c --> a", "d", "e"), list(invalid = k <- one("drop", "undirected", "refuse"), guess_class = "dag"), c(paste0("--invalid=", k), "--guess-class=dag")),
  ambiguous = function() list(dag(), dag(), list(ambiguous = k <- one("all", "min", "mean", "max")), paste0("--ambiguous=", k)),
  unreadable_as_1 = function() list(dag(), dag(), list(unreadable_as_1 = TRUE), "--unreadable-as-1"),
  max_readings = function() list(dag(), dag(), list(max_readings = 10), "--max-readings=10"),
  max_seconds = function() list(dag(), dag(), list(max_seconds = 9), "--max-seconds=9"),
  symmetric = function() list(dag(), dag(), list(symmetric = k <- one("mean", "geometric", "harmonic", 0.3)), paste0("--symmetric=", k)),
  symmetric_true = function() list(dag(), dag(), list(symmetric = TRUE), "--symmetric"),
  sources = function() list(dag(), dag(), list(sources = k <- sample(nodes, 2)), paste0("--sources=", paste(k, collapse = ",")), "zl-sd"),
  targets = function() list(dag(), dag(), list(targets = k <- one(nodes)), paste0("--targets=", k), "zl-sd"),
  weights = function() {
    w <- data.frame(x = c("a", "b"), y = c("b", "c"), weight = stats::runif(2))
    list(dag(), dag(), list(weights = w), paste0("--weights=", file("w.csv", c("x,y,weight", sprintf("%s,%s,%.17g", w$x, w$y, w$weight)))), "zl-sd")
  },
  pairs = function() list(dag(), dag(), list(pairs = 7), "--pairs=7", "zl-sd"),
  max_order = function() list(dag(), dag(), list(max_order = 1), "--max-order=1", "sc-metric"),
  order_weights = function() list(dag(), dag(), list(order_weights = c(1, 0.5, 0.25, 2)), "--order-weights=1,0.5,0.25,2", "sc-metric"),
  ungraded = function() list(dag(), dag(), list(ungraded = TRUE), "--ungraded", "sc-metric"),
  statements = function() list(dag(), dag(), list(statements = list(c("a", "b"), c("a", "c", "b", "d"))), paste0("--statements=", file("s.csv", c("a,b", "a,c,b,d"))), "sc-metric"),
  separators = function() list(dag(), c("a --> c", "c --> b", "d", "e"), list(separators = list(c("a", "b", one("c", "d")), c("d", "e"))) -> k, paste0("--separators=", file("g.csv", vapply(k$separators, paste, "", collapse = ","))), "given-sd"),
  samples = function() list(dag(), dag(), list(samples = 20), "--samples=20", "sc-metric"),
  precision = function() list(dag(), dag(), list(precision = 0.2), "--precision=0.2", "sc-metric"),
  exact_limit = function() list(dag(), dag(), list(exact_limit = 6), "--exact-limit=6", "sc-metric"),
  max_lag = function() list(series(), series(), list(max_lag = 3), "--max-lag=3", "zl-sd"),
  window = function() list(series(), series(), list(window = 3), "--window=3", "zl-sd"),
  links = function() list(series(), series(), list(links = k <- one("lagged", "auto", "cross")), paste0("--links=", k), "zl-sd"),
  seed = function() list(dag(), dag(), list(pairs = 5, seed = 100000), c("--pairs=5", "--seed=100000"), "zl-sd"),
  baseline = function() list(dag(), dag(), list(baseline = 5), "--baseline=5", "shd"),
  workers = function() list(dag(), dag(), list(workers = 1), "--workers=1"),
  orientation = function() list(signs(), signs(), list(orientation = k <- one("row-to-col", "col-to-row")), paste0("--orientation=", k)),
  own_orientation = function() list(signs(), signs(), list(truth_orientation = "row-to-col", guess_orientation = "col-to-row"), c("--truth-orientation=row-to-col", "--guess-orientation=col-to-row")),
  codes = function() list(signs(), signs(), list(codes = "plain", orientation = "row-to-col"), c("--codes=plain", "--orientation=row-to-col")),
  own_codes = function() list(dag(), { m <- weighted(); m[] <- 0; m["a", "b"] <- m["b", "a"] <- one(1, 2, 3); m }, list(guess_codes = "pcalg-pag"), "--guess-codes=pcalg-pag"),
  class = function() list(dag(), dag(), list(class = k <- one("dag", "admg", "mag")), paste0("--class=", k)),
  truth_class = function() list(dag(), dag(), list(truth_class = k <- one("dag", "admg")), paste0("--truth-class=", k)),
  threshold = function() list(weighted(), weighted(), list(threshold = 0.5, orientation = "row-to-col"), c("--threshold=0.5", "--orientation=row-to-col")),
  guess_threshold = function() list(dag(), weighted(), list(guess_threshold = 0.7, guess_orientation = "row-to-col"), c("--guess-threshold=0.7", "--guess-orientation=row-to-col")),
  shared_threshold = function() list(dag(), weighted(), list(threshold = 0.7, orientation = "row-to-col"), c("--threshold=0.7", "--orientation=row-to-col")),
  useless_threshold = function() list(dag(), dag(), list(threshold = 0.7), "--threshold=0.7"),
  drop_self_loops = function() list(weighted(), weighted(TRUE), list(threshold = 0, orientation = "row-to-col", drop_self_loops = k <- one(TRUE, FALSE)), c("--threshold=0", "--orientation=row-to-col", paste0("--drop-self-loops=", tolower(k)))),
  truth_drop_self_loops = function() list(weighted(TRUE), weighted(), list(threshold = 0, orientation = "row-to-col", truth_drop_self_loops = TRUE), c("--threshold=0", "--orientation=row-to-col", "--truth-drop-self-loops")),
  opposite_arcs = function() list(signs(), { m <- signs(); m["b", "a"] <- m["a", "b"] <- 1; m }, list(orientation = "row-to-col", opposite_arcs = k <- one("undirected", "cycle")), c("--orientation=row-to-col", paste0("--opposite-arcs=", k))),
  nan = function() list(weighted(), { m <- weighted(); m["a", "b"] <- m["b", "a"] <- NaN; m }, list(threshold = 0, orientation = "row-to-col", guess_nan = k <- one("bidirected", "undirected")), c("--threshold=0", "--orientation=row-to-col", paste0("--guess-nan=", k))),
  mark_at = function() list(dag(), { m <- weighted(); m[] <- 0; m["a", "b"] <- 2; m["b", "a"] <- 3; m }, list(guess_codes = "pcalg-pag", guess_mark_at = k <- one("row", "column")), c("--guess-codes=pcalg-pag", paste0("--guess-mark-at=", k))),
  directed = function() list(c("a,b", "b,c"), c("a,b", "c,b"), list(format = "edgelist", directed = k <- one(TRUE, FALSE)), c("--format=edgelist", paste0("--directed=", tolower(k)))),
  format = function() list("dag { a -> b b -> c }", c("a --> b", "c --> b"), list(truth_format = "dagitty", guess_format = "text"), c("--truth-format=dagitty", "--guess-format=text")),
  lag0 = function() list(c("x(t-1) --> x(t)", "x(t) --> y(t)"), c("x(t-1) --> y(t)", "y(t) --> x(t)"), list(lag0 = TRUE), "--lag0"),
  summary_graph = function() list(c("x(t-1) --> x(t)", "x(t) --> y(t)"), c("x(t-1) --> y(t)", "y(t) --> x(t)"), list(summary_graph = TRUE), "--summary-graph"))

numbers <- function(results) {
  field <- function(key) vapply(results, function(r) if (is.null(r[[key]])) NA_real_ else as.numeric(r[[key]]), NA_real_)
  list(metric = vapply(results, function(r) r$metric, ""), value = field("value"), wrong = field("wrong"), of = field("of"))
}
by_hand <- function(truth, guess, flags, metrics) {
  of <- function(x, name, role) if (is.matrix(x)) c(file(name, csv(x)), paste0("--", role, "-format=csv")) else c(file(name, x), NULL)
  t <- of(truth, "truth", "truth")
  g <- of(guess, "guess", "guess")
  args <- c("compare", "--json", "--metrics", paste(metrics, collapse = ","), flags, t[-1], g[-1], t[1], g[1])
  text <- suppressWarnings(system2(Sys.getenv("SEPDIST"), shQuote(args), stdout = TRUE, stderr = FALSE))
  if (!is.null(attr(text, "status"))) return("an error")
  numbers(jsonlite::fromJSON(paste(text, collapse = "\n"), simplifyVector = FALSE)$results)
}
by_r <- function(truth, guess, args, metrics) {
  text <- function(x) if (is.matrix(x)) x else paste0(paste(x, collapse = "\n"), "\n")
  tryCatch({
    r <- do.call(compare, c(list(text(truth), text(guess), metrics), args))
    list(metric = r$metric, value = r$value, wrong = r$wrong, of = r$of)
  }, sepdist_error = function(e) "an error")
}

calls <- c(names(cases), sample(names(cases), 220 - length(cases), replace = TRUE))
faults <- 0
for (name in calls) {
  k <- cases[[name]]()
  metrics <- if (length(k) > 4) k[[5]] else c("shd", "zl-sd")
  expected <- by_hand(k[[1]], k[[2]], k[[4]], metrics)
  faults <- faults + identical(expected, "an error")
  for (kind in c(if (nzchar(library_file)) library_file, "")) {
    Sys.setenv(SEPDIST_LIBRARY = kind)
    got <- by_r(k[[1]], k[[2]], k[[3]], metrics)
    if (!isTRUE(all.equal(got, expected))) {
      print(k)
      stop(name, " by the ", engine()$kind, ": ", paste(deparse(got), collapse = ""), ", expected ", paste(deparse(expected), collapse = ""))
    }
  }
}
Sys.setenv(SEPDIST_LIBRARY = library_file)
stopifnot(faults < length(calls) / 10) # most calls compare numbers
tested <- unique(unlist(lapply(cases, function(case) names(case()[[3]]))))
known <- gsub("-", "_", names(c(sepdist:::option_type, sepdist:::setting_is_switch)), fixed = TRUE)
untested <- setdiff(known, c(tested, sub("^(truth|guess)_", "", tested)))
if (length(untested)) stop("no call has the option ", untested[1])
cat(length(calls), "calls, of which", faults, "fail as on the command line\n")
unlink(dir, recursive = TRUE)
