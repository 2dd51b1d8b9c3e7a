compare <- function(truth, guess, metrics = "default", orientation = NULL, codes = NULL, truth_class = NULL, guess_class = NULL,
                    opposite_arcs = NULL, ...) {
  p <- prepared("compare", truth, guess, orientation, codes, truth_class, guess_class, opposite_arcs, ...)
  c <- if (by_library()) {
    asked(engine()$path, c(list(op = "compare", metrics = as.list(metrics), options = p$options), lapply(p$pair, wire)))$comparison
  } else {
    from_json(with_files(p$pair, p$options, function(args) answered(command_path(), c("compare", "--json", "--metrics", paste(metrics, collapse = ","), args))))
  }
  rows <- c$results
  frame <- data.frame(
    metric = column(rows, "metric", ""), value = column(rows, "value", NA_real_), wrong = column(rows, "wrong", NA_real_),
    of = column(rows, "of", NA_real_), lower = bound(rows, "lower", "min", 1), upper = bound(rows, "upper", "max", 2),
    why = column(rows, "why", NA_character_), stringsAsFactors = FALSE)
  inner <- function(key, field) vapply(rows, function(row) if (is.null(row[[key]][[field]])) NA_real_ else as.numeric(row[[key]][[field]]), 0)
  if (!is.null(c$class_of_truth)) frame$class_of_truth <- inner("class_of_truth", "value")
  if (!is.null(p$options$baseline)) frame[c("better_than", "random_mean")] <- list(inner("baseline", "better_than"), inner("baseline", "mean"))
  structure(frame, class = c("sepdist_comparison", "data.frame"), truth = c$truth, guess = c$guess, pair = p$pair, options = p$options,
            notes = as.character(c(unlist(c$notes), unlist(c$guess$done))), markov_equivalence = c$markov_equivalence,
            skipped = data.frame(metric = column(c$skipped, "metric", ""), why = column(c$skipped, "why", ""), stringsAsFactors = FALSE))
}

compare_many <- function(truths, guesses, metrics = "default", ..., errors = c("stop", "keep")) {
  errors <- match.arg(errors)
  as_list <- function(x) if (is.list(x) && !is.object(x)) x else if (is.character(x)) as.list(x) else list(x)
  truths <- as_list(truths)
  guesses <- as_list(guesses)
  if (length(truths) != 1 && length(truths) != length(guesses)) {
    stop(length(truths), " truths and ", length(guesses), " guesses: expected as many, or one truth", call. = FALSE)
  }
  named <- if (is.null(names(guesses))) as.character(seq_along(guesses)) else names(guesses)
  rows <- lapply(seq_along(guesses), function(i) {
    r <- tryCatch(compare(truths[[min(i, length(truths))]], guesses[[i]], metrics, ...), error = function(e) {
      if (errors == "stop") stop("pair ", named[i], ": ", conditionMessage(e), call. = FALSE)
      data.frame(metric = NA_character_, value = NA_real_, wrong = NA_real_, of = NA_real_, lower = NA_real_, upper = NA_real_,
                 why = conditionMessage(e), stringsAsFactors = FALSE)
    })
    cbind(data.frame(pair = rep(named[i], nrow(r)), stringsAsFactors = FALSE), as.data.frame(unclass(r)[1:7], stringsAsFactors = FALSE))
  })
  frame <- do.call(rbind, rows)
  if (all(is.na(frame$why))) frame$why <- NULL
  frame
}

explain <- function(truth, guess = NULL, metric = "zl-sd", x = NULL, y = NULL, limit = 10, reverse = FALSE, orientation = NULL, codes = NULL,
                    truth_class = NULL, guess_class = NULL, opposite_arcs = NULL, ...) {
  p <- prepared("explain", truth, guess, orientation, codes, truth_class, guess_class, opposite_arcs, ...)
  if (by_library()) {
    request <- list(op = "explain", metrics = list(metric), limit = limit, reverse = isTRUE(reverse), options = p$options)
    if (!is.null(x)) request$x <- list(x)
    if (!is.null(y)) request$y <- list(y)
    answer <- asked(engine()$path, c(request, lapply(p$pair, wire)))
    e <- answer$explanation
    text <- answer$text
  } else {
    base <- c("--metric", metric, "--limit", limit, if (isTRUE(reverse)) "--reverse")
    call <- function(form) with_files(p$pair, p$options, function(args) answered(command_path(), c("explain", form, base, args, x, y)))
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

repairs <- function(truth, guess = NULL, metric = "zl-sd", metrics = "shd", orientation = NULL, codes = NULL, truth_class = NULL,
                    guess_class = NULL, opposite_arcs = NULL, ...) {
  p <- prepared("explain", truth, guess, orientation, codes, truth_class, guess_class, opposite_arcs, ...)
  list <- if (by_library()) {
    asked(engine()$path, c(list(op = "repairs", metrics = as.list(c(metric, setdiff(metrics, metric))), plan = TRUE, options = p$options), lapply(p$pair, wire)))$repairs
  } else {
    from_json(with_files(p$pair, p$options, function(args) {
      answered(command_path(), c("explain", "--repairs", "--json", "--metric", metric, "--metrics", paste(metrics, collapse = ","), args))
    }))
  }
  table <- function(rows) {
    frame <- data.frame(x = column(rows, "x", ""), y = column(rows, "y", ""), status = column(rows, "status", ""), truth = column(rows, "truth", ""),
                        guess = column(rows, "guess", ""), stringsAsFactors = FALSE)
    for (i in seq_along(list$metrics)) {
      frame[[list$metrics[[i]]]] <- vapply(rows, function(row) if (length(row$values) < i || is.null(row$values[[i]])) NA_real_ else as.numeric(row$values[[i]]), NA_real_)
    }
    frame
  }
  values <- function(v) stats::setNames(vapply(v, function(x) if (is.null(x)) NA_real_ else as.numeric(x), NA_real_), unlist(list$metrics))
  structure(table(list$repairs), class = c("sepdist_repairs", "data.frame"), now = values(list$now), goal = values(list$goal), plan = table(list$plan))
}

report <- function(truth, guess = NULL, file = "report.html", metrics = "all", limit = 12, title = NULL, orientation = NULL, codes = NULL,
                   truth_class = NULL, guess_class = NULL, opposite_arcs = NULL, ...) {
  p <- prepared("report", truth, guess, orientation, codes, truth_class, guess_class, opposite_arcs, ...)
  if (by_library()) {
    request <- list(op = "report", metrics = as.list(metrics), limit = limit, options = p$options)
    if (!is.null(title)) request$title <- title
    answer <- asked(engine()$path, c(request, lapply(p$pair, wire)))
    writeBin(answer$parts[[answer$data + 1]], file)
  } else {
    with_files(p$pair, p$options, function(args) {
      answered(command_path(), c("report", "--yes", "--force", "-o", file, "--metrics", paste(metrics, collapse = ","), "--limit", limit,
                                 if (!is.null(title)) c("--title", title), args))
    })
  }
  invisible(file)
}

check <- function(graph, orientation = NULL, codes = NULL, class = NULL, opposite_arcs = NULL, ...) {
  g <- as_graph(graph, orientation, codes, class, opposite_arcs, "graph", ...)
  c <- if (by_library()) asked(engine()$path, list(op = "check", graph = wire(g)))$check
  else with_files(list(graph = g), list(), function(args) {
    r <- ran(command_path(), c("check", "--json", args))
    if (!nzchar(r$text)) failed(r$err)
    from_json(r$text)
  })
  c$witness <- as.character(unlist(c$witness))
  structure(c, class = "sepdist_check")
}

draw <- function(truth, guess = NULL, file = NULL, orientation = NULL, codes = NULL, truth_class = NULL, guess_class = NULL,
                 opposite_arcs = NULL, ...) {
  p <- if (is.null(guess) && !inherits(truth, "sepdist_comparison")) list(pair = list(truth = as_graph(truth, orientation, codes, truth_class, opposite_arcs, "truth", ...)), options = list())
  else prepared("draw", truth, guess, orientation, codes, truth_class, guess_class, opposite_arcs, ...)
  svg <- is.null(file) || grepl("[.]svg$", file, ignore.case = TRUE)
  if (svg && by_library()) {
    graphs <- lapply(p$pair, wire)
    if (length(graphs) == 1) names(graphs) <- "graph"
    request <- list(op = "draw", to = "svg")
    if (length(p$options)) request$options <- p$options
    text <- as_text(asked(engine()$path, c(request, graphs))$parts[[1]])
  } else {
    if (!nzchar(command_path())) stop("only SVG can be drawn without the command sepdist", call. = FALSE)
    out <- if (is.null(file)) tempfile(fileext = ".svg") else file
    with_files(p$pair, p$options, function(args) answered(command_path(), c("draw", args, "-o", out, if (file.exists(out)) "--force")))
    if (!is.null(file)) return(invisible(file))
    on.exit(unlink(out))
    text <- paste(readLines(out, encoding = "UTF-8", warn = FALSE), collapse = "\n")
  }
  if (is.null(file)) return(text)
  writeLines(text, file, useBytes = TRUE)
  invisible(file)
}

# by_library says whether the library answers, or else the command.
by_library <- function() engine()$kind == "library"

# wire returns a graph as a request has it.
wire <- function(g) {
  r <- list(name = if (is.null(g$name)) "graph" else g$name)
  options <- c(g$options, g$shared)
  if (is_plain(g, options)) {
    # R has matrices by columns, and the engine by rows: so it is the other orientation.
    r$nodes <- as.list(g$nodes)
    r$cells <- as.raw(g$matrix)
    options$format <- NULL
    options$codes <- "plain"
    options$orientation <- if (options$orientation == "row-to-col") "col-to-row" else "row-to-col"
  } else if (!is.null(g$file)) {
    r$data <- readBin(g$file, "raw", file.size(g$file))
  } else {
    r$text <- text_of(g)
  }
  if (length(options)) r$options <- options
  shared <- intersect(names(g$shared), names(options))
  if (length(shared)) r$shared <- as.list(shared)
  r
}

# is_plain says whether a graph is a matrix of 0 and 1 without self-loops whose orientation is stated and little else. Such cells are
# sent as they are.
is_plain <- function(g, o) {
  length(g$matrix) > 0 && all(names(o) %in% c("format", "codes", "orientation", "class")) && (is.null(o$codes) || o$codes == "plain") &&
    !is.null(o$orientation) && o$orientation %in% c("row-to-col", "col-to-row") && all(g$matrix == 0 | g$matrix == 1) && all(diag(g$matrix) == 0)
}

# with_files calls the command with options and with graphs as files, named by their role.
with_files <- function(graphs, options, call) {
  dir <- tempfile("sepdist")
  dir.create(dir)
  on.exit(unlink(dir, recursive = TRUE))
  args <- flags(options, dir)
  shared <- list()
  for (g in graphs) shared[names(g$shared)] <- g$shared
  if (length(shared)) args <- c(args, paste0("--", names(shared), "=", unlist(shared)))
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
  for (note in attr(x, "notes")) cat("note: ", note, "\n", sep = "")
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

print.sepdist_repairs <- function(x, ...) {
  now <- attr(x, "now")
  cat("now: ", paste(names(now), format(now, digits = 4), collapse = ", "), "\n", sep = "")
  print(as.data.frame(unclass(x), check.names = FALSE), row.names = FALSE, digits = 4)
  if (nrow(attr(x, "plan"))) {
    cat("\none after the other:\n")
    print(attr(x, "plan"), row.names = FALSE, digits = 4)
  }
  invisible(x)
}

print.sepdist_check <- function(x, ...) {
  cat(toupper(x$class), if (isTRUE(x$valid)) "" else " (not valid)", ", ", x$nodes, " nodes, ", x$edges, " edges\n", sep = "")
  if (!is.null(x$why)) cat(x$why, "\n", sep = "")
  if (!is.null(x$equivalence_class_size)) cat("graphs in its equivalence class: ", x$equivalence_class_size, "\n", sep = "")
  invisible(x)
}

# The same functions under names that no other package has: igraph and bnlearn have a compare(), too.
sd_compare <- compare
sd_compare_many <- compare_many
sd_explain <- explain
sd_repairs <- repairs
sd_report <- report
sd_check <- check
sd_draw <- draw
