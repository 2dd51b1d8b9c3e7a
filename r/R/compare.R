compare <- function(truth, guess, metrics = "default", orientation = NULL, codes = NULL, truth_class = NULL, guess_class = NULL,
                    opposite_arcs = NULL, ...) {
  pair <- list(truth = as_graph(truth, orientation, codes, truth_class, opposite_arcs, "truth"),
               guess = as_graph(guess, orientation, codes, guess_class, opposite_arcs, "guess"))
  options <- given(...)
  c <- if (by_library(pair)) {
    asked(engine()$path, c(list(op = "compare", metrics = as.list(metrics), options = options), lapply(pair, wire)))$comparison
  } else {
    from_json(with_files(pair, function(args) {
      answered(command_path(), c("compare", "--json", "--metrics", paste(metrics, collapse = ","), flags(options), args))
    }))
  }
  rows <- c$results
  frame <- data.frame(
    metric = column(rows, "metric", ""), value = column(rows, "value", NA_real_), wrong = column(rows, "wrong", NA_real_),
    of = column(rows, "of", NA_real_), lower = bound(rows, "lower", "min", 1), upper = bound(rows, "upper", "max", 2),
    why = column(rows, "why", NA_character_), stringsAsFactors = FALSE)
  structure(frame, class = c("sepdist_comparison", "data.frame"), truth = c$truth, guess = c$guess, pair = pair, markov_equivalence = c$markov_equivalence,
            skipped = data.frame(metric = column(c$skipped, "metric", ""), why = column(c$skipped, "why", ""), stringsAsFactors = FALSE))
}

explain <- function(truth, guess = NULL, metric = "zl-sd", x = NULL, y = NULL, limit = 10, reverse = FALSE, orientation = NULL, codes = NULL,
                    truth_class = NULL, guess_class = NULL, opposite_arcs = NULL, ...) {
  pair <- if (inherits(truth, "sepdist_comparison")) attr(truth, "pair") else {
    list(truth = as_graph(truth, orientation, codes, truth_class, opposite_arcs, "truth"),
         guess = as_graph(guess, orientation, codes, guess_class, opposite_arcs, "guess"))
  }
  options <- given(...)
  if (by_library(pair)) {
    request <- list(op = "explain", metrics = list(metric), limit = limit, reverse = isTRUE(reverse), options = options)
    if (!is.null(x)) request$x <- list(x)
    if (!is.null(y)) request$y <- list(y)
    answer <- asked(engine()$path, c(request, lapply(pair, wire)))
    e <- answer$explanation
    text <- answer$text
  } else {
    base <- c("--metric", metric, "--limit", limit, if (isTRUE(reverse)) "--reverse", flags(options))
    call <- function(form) with_files(pair, function(args) answered(command_path(), c("explain", form, base, args, x, y)))
    e <- from_json(call("--json"))
    text <- call(NULL)
  }
  joined <- function(row, key, with) if (length(row[[key]])) paste(unlist(row[[key]]), collapse = with) else ""
  claims <- e$claims
  frame <- data.frame(
    x = column(claims, "x", ""), y = column(claims, "y", ""),
    separator = vapply(claims, joined, "", "separator", ", "), path = vapply(claims, joined, "", "path", " "),
    edge = column(claims, "edge", NA_character_), kind = column(claims, "kind", NA_character_), stringsAsFactors = FALSE)
  structure(frame, class = c("sepdist_explanation", "data.frame"), metric = e$metric, wrong = e$wrong, of = e$of, text = text)
}

check <- function(graph, orientation = NULL, codes = NULL, class = NULL, opposite_arcs = NULL) {
  g <- as_graph(graph, orientation, codes, class, opposite_arcs, "graph")
  c <- if (by_library(list(g))) asked(engine()$path, list(op = "check", graph = wire(g)))$check
  else with_files(list(graph = g), function(args) {
    r <- ran(command_path(), c("check", "--json", args))
    if (!nzchar(r$text)) failed(sub(".*\n", "", r$err))
    from_json(r$text)
  })
  c$witness <- as.character(unlist(c$witness))
  structure(c, class = "sepdist_check")
}

draw <- function(truth, guess = NULL, file = NULL, orientation = NULL, codes = NULL, truth_class = NULL, guess_class = NULL,
                 opposite_arcs = NULL) {
  pair <- if (inherits(truth, "sepdist_comparison")) attr(truth, "pair") else {
    graphs <- list(truth = as_graph(truth, orientation, codes, truth_class, opposite_arcs, "truth"))
    if (!is.null(guess)) graphs$guess <- as_graph(guess, orientation, codes, guess_class, opposite_arcs, "guess")
    graphs
  }
  svg <- is.null(file) || grepl("[.]svg$", file, ignore.case = TRUE)
  if (svg && by_library(pair)) {
    graphs <- lapply(pair, wire)
    if (length(graphs) == 1) names(graphs) <- "graph"
    text <- as_text(asked(engine()$path, c(list(op = "draw", to = "svg"), graphs))$parts[[1]])
  } else {
    if (!nzchar(command_path())) stop("only SVG can be drawn without the command sepdist", call. = FALSE)
    out <- if (is.null(file)) tempfile(fileext = ".svg") else file
    with_files(pair, function(args) answered(command_path(), c("draw", args, "-o", out, if (file.exists(out)) "--force")))
    if (!is.null(file)) return(invisible(file))
    on.exit(unlink(out))
    text <- paste(readLines(out, encoding = "UTF-8", warn = FALSE), collapse = "\n")
  }
  if (is.null(file)) return(text)
  writeLines(text, file, useBytes = TRUE)
  invisible(file)
}

# given returns further options by their names in sepdist: max_order = 2 is max-order.
given <- function(...) {
  options <- list(...)
  if (length(options) && (is.null(names(options)) || any(!nzchar(names(options))))) stop("further options need names, such as symmetric = \"mean\"", call. = FALSE)
  names(options) <- sub("^as-class$", "as", gsub("_", "-", names(options), fixed = TRUE)) # as in Python
  unknown <- setdiff(names(options), names(option_is_list))
  if (length(unknown)) stop("unknown option ", gsub("-", "_", unknown[1], fixed = TRUE), ": expected one of ", paste(gsub("-", "_", names(option_is_list), fixed = TRUE), collapse = ", "), call. = FALSE)
  options <- options[!vapply(options, is.null, NA)]
  options[] <- Map(function(name, v) if (name == "symmetric" && isTRUE(v)) "mean" else if (option_is_list[[name]]) as.list(v) else v, names(options), options)
  if (length(options)) options else structure(list(), names = character())
}

# flags returns options as the command has them.
flags <- function(options) {
  as.character(unlist(Map(function(name, v) {
    if (is.logical(v)) if (v) paste0("--", name) else NULL
    else paste0("--", name, "=", paste(unlist(v), collapse = ","))
  }, names(options), options)))
}

# by_library says whether the library answers: it is there, and takes texts.
by_library <- function(graphs) {
  if (engine()$kind != "library") return(FALSE)
  binary <- any(vapply(graphs, function(g) !is.null(g$file) && any(readBin(g$file, "raw", file.size(g$file)) == 0), NA))
  if (binary && !nzchar(command_path())) stop("a binary file can be read by the command sepdist only, which is not on the PATH", call. = FALSE)
  !binary
}

# wire returns a graph as a request has it.
wire <- function(g) {
  r <- list(name = if (is.null(g$name)) "graph" else g$name)
  options <- g$options
  if (is_plain(g)) {
    # R has matrices by columns, and the engine by rows: so it is the other orientation.
    r$nodes <- as.list(g$nodes)
    r$cells <- as.raw(g$matrix)
    options$format <- NULL
    options$codes <- "plain"
    options$orientation <- if (options$orientation == "row-to-col") "col-to-row" else "row-to-col"
  } else if (!is.null(g$file)) {
    r$text <- as_text(readBin(g$file, "raw", file.size(g$file)))
  } else {
    r$text <- text_of(g)
  }
  r$class <- options$class
  if (length(options)) r$options <- options
  r
}

# is_plain says whether a graph is a matrix of 0 and 1 without self-loops whose orientation is stated. Such cells are sent as they are.
is_plain <- function(g) {
  o <- g$options
  length(g$matrix) > 0 && (is.null(o$codes) || o$codes == "plain") && !is.null(o$orientation) &&
    o$orientation %in% c("row-to-col", "col-to-row") && all(g$matrix == 0 | g$matrix == 1) && all(diag(g$matrix) == 0)
}

# with_files calls the command with graphs as files, named by their role.
with_files <- function(graphs, call) {
  dir <- tempfile("sepdist")
  dir.create(dir)
  on.exit(unlink(dir, recursive = TRUE))
  args <- character()
  for (role in names(graphs)) {
    g <- graphs[[role]]
    file <- g$file
    if (is.null(file)) {
      file <- file.path(dir, role)
      writeLines(enc2utf8(text_of(g)), file, useBytes = TRUE)
    }
    prefix <- if (length(graphs) == 1) "--" else paste0("--", role, "-")
    for (o in names(g$options)) args <- c(args, paste0(prefix, o, "=", g$options[[o]]))
    args <- c(args, file)
  }
  call(args)
}

from_json <- function(text) jsonlite::fromJSON(text, simplifyVector = FALSE)

# column returns one value of each row, or what stands for a missing one.
column <- function(rows, key, missing) {
  vapply(rows, function(row) if (is.null(row[[key]])) missing else cast(row[[key]], class(missing)), missing)
}

cast <- function(value, class) if (class == "numeric") as.numeric(value) else as.character(value)

# bound returns a bound over an equivalence class, the readings of a guess, or an interval.
bound <- function(rows, over_class, over_readings, place) {
  vapply(rows, function(row) {
    if (!is.null(row[[over_class]])) as.numeric(row[[over_class]]$value)
    else if (!is.null(row[[over_readings]])) as.numeric(row[[over_readings]])
    else if (length(row$interval) == 2) as.numeric(row$interval[[place]])
    else NA_real_
  }, NA_real_)
}

print.sepdist_comparison <- function(x, ...) {
  line <- function(role, g) cat(role, "  ", toupper(g$class), ", ", g$nodes, " nodes, ", g$edges, " edges\n", sep = "")
  if (!is.null(attr(x, "truth"))) {
    line("truth", attr(x, "truth"))
    line("guess", attr(x, "guess"))
    cat("\n")
  }
  empty <- vapply(x, function(column) all(is.na(column)), NA)
  print(as.data.frame(unclass(x)[!empty | names(x) %in% c("metric", "value")]), row.names = FALSE, digits = 4)
  e <- attr(x, "markov_equivalence")
  for (text in c(e$text, e$hint)) cat(text, "\n", sep = "")
  invisible(x)
}

plot.sepdist_comparison <- function(x, ...) {
  old <- par(mar = c(4, 9, 2, 1))
  on.exit(par(old))
  value <- ifelse(is.na(x$value), 0, x$value)
  barplot(rev(value), names.arg = rev(x$metric), horiz = TRUE, las = 1, xlim = c(0, max(1, value)), xlab = "value", ...)
  invisible(x)
}

print.sepdist_explanation <- function(x, ...) {
  cat(attr(x, "text"), "\n", sep = "")
  invisible(x)
}

print.sepdist_check <- function(x, ...) {
  cat(toupper(x$class), if (isTRUE(x$valid)) "" else " (not valid)", ", ", x$nodes, " nodes, ", x$edges, " edges\n", sep = "")
  if (!is.null(x$why)) cat(x$why, "\n", sep = "")
  if (!is.null(x$equivalence_class_size)) cat("graphs in its equivalence class: ", x$equivalence_class_size, "\n", sep = "")
  invisible(x)
}
