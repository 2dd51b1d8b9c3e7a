# A graph tested against data.

falsify <- function(graph, data, strategy = "zl", test = "auto", alpha = 0.05, correction = "bh", permutations = 0, seed = 1, suggest = FALSE,
                    categorical = NULL, continuous = NULL, missing = c("error", "drop"), covariance = NULL, max_lag = NULL, report = NULL,
                    orientation = NULL, codes = NULL, class = NULL, opposite_arcs = NULL, ...) {
  g <- as_graph(graph, orientation, codes, class, opposite_arcs, "graph", ...)
  if (is.data.frame(data)) categorical <- union(categorical, names(data)[!vapply(data, is.numeric, NA)]) # also if levels look like numbers
  how <- list(strategy = strategy, test = test, alpha = alpha, correction = correction, permutations = permutations, suggest = isTRUE(suggest))
  how$missing <- match.arg(missing)
  how[["max-lag"]] <- max_lag
  answer <- if (by_library()) falsify_by_library(g, data, how, seed, categorical, continuous, covariance, report)
  else falsify_by_command(g, data, how, seed, categorical, continuous, covariance, report)
  f <- answer$falsification
  set <- function(row) paste(unlist(row$given), collapse = ", ")
  table <- function(rows, more) {
    frame <- data.frame(x = column(rows, "x", ""), y = column(rows, "y", ""), given = vapply(rows, set, ""), stringsAsFactors = FALSE)
    for (name in c("statistic", "p", more$numbers, "effect")) frame[[name]] <- column(rows, name, NA_real_)
    frame[[more$flag]] <- vapply(rows, function(row) if (is.null(row[[more$flag]])) NA else row[[more$flag]], NA)
    frame$untested <- column(rows, "untested", NA_character_)
    frame
  }
  f$claims <- table(f$claims, list(numbers = "p_adjusted", flag = "rejected"))
  f$edges <- cbind(edge = column(f$edges, "edge", ""), table(f$edges, list(flag = "supported")))
  f$suggestions <- data.frame(edge = column(f$suggestions, "edge", ""), p = column(f$suggestions, "p", NA_real_),
                              remaining = column(f$suggestions, "remaining", NA_real_), stringsAsFactors = FALSE)
  if (length(f$permutations)) f$permutations$rejected <- as.numeric(unlist(f$permutations$rejected))
  f$text <- answer$text
  structure(f, class = "sepdist_falsification")
}

sd_falsify <- falsify

falsify_by_library <- function(g, data, how, seed, categorical, continuous, rows, report) {
  ask <- function(falsify) asked(engine()$path, list(op = "falsify", graph = wire(g), seed = seed, falsify = c(how, falsify)))
  if (is.function(data)) {
    p <- p_values(lapply(ask(list(list = TRUE))$claims, function(c) list(c$x, c$y, unlist(c$given))), data)
    more <- list(p = lapply(p, function(c) list(x = c$x, y = c$y, given = as.list(c$given), p = c$p)))
  } else {
    more <- list(categorical = as.list(categorical), continuous = as.list(continuous), name = "data")
    if (!is.null(rows)) more$rows <- rows
    if (is.character(data) && length(data) == 1) {
      if (!file.exists(data)) stop(data, ": no such file", call. = FALSE)
      more$data <- readBin(data, "raw", file.size(data))
      more$name <- data
    } else {
      frame <- data_frame(data)
      more$columns <- lapply(names(frame), function(name) wire_column(name, frame[[name]]))
      more$unnamed <- is.matrix(data) && is.null(colnames(data))
    }
  }
  if (!is.null(report)) more$report <- TRUE
  answer <- ask(more)
  if (!is.null(report)) writeBin(answer$parts[[answer$data + 1]], report)
  answer
}

falsify_by_command <- function(g, data, how, seed, categorical, continuous, rows, report) {
  dir <- tempfile("sepdist")
  dir.create(dir)
  on.exit(unlink(dir, recursive = TRUE))
  run <- function(more, after = NULL) with_files(list(graph = g), list(), function(args) without_folder(answered(command_path(), c("falsify", more, args, after))))
  if (is.function(data)) {
    how$test <- NULL
    list <- read.csv(text = run(c(paste0("--strategy=", how$strategy), "--list", "--raw-csv")), colClasses = "character", check.names = FALSE)
    p <- p_values(Map(function(x, y, given) list(x, y, strsplit(given, ";", fixed = TRUE)[[1]]), list$x, list$y, list$given), data)
    list$p <- vapply(p, function(c) if (is.null(c$p)) "" else number_text(c$p), "")
    file <- file.path(dir, "p.csv")
    writeLines(enc2utf8(c("x,y,given,p", apply(list, 1, function(row) paste(csv_cell(row), collapse = ",")))), file, useBytes = TRUE)
    how <- how[c("strategy", "alpha", "correction", "max-lag")]
  } else if (is.character(data) && length(data) == 1) {
    file <- data
  } else {
    if (is.matrix(data) && is.null(colnames(data))) {
      stop("the columns of the matrix have no names: name them like the nodes", call. = FALSE)
    }
    frame <- data_frame(data)
    file <- file.path(dir, "data")
    cells <- lapply(frame, function(v) ifelse(is.na(v), "", if (is.numeric(v)) vapply(v, number_text, "") else paste0("\"", gsub("\"", "\"\"", as.character(v)), "\"")))
    writeLines(enc2utf8(c(paste(csv_cell(names(frame)), collapse = ","), do.call(paste, c(unname(cells), sep = ",")))), file, useBytes = TRUE)
  }
  how <- how[!vapply(how, is.null, NA)]
  base <- c(paste0("--", names(how), "=", vapply(how, text_value, "")), if (!is.function(data)) {
    c(paste0("--seed=", seed), if (length(categorical)) paste0("--categorical=", paste(csv_cell(categorical), collapse = ",")),
      if (length(continuous)) paste0("--continuous=", paste(csv_cell(continuous), collapse = ",")), if (!is.null(rows)) paste0("--covariance=", number_text(rows)))
  } else paste0("--p-values=", file))
  end <- if (!is.function(data)) file
  if (!is.null(report)) run(c(base, "--force", paste0("--report=", report)), end)
  list(falsification = from_json(run(c(base, "--json"), end)), text = run(base, end))
}

# p_values calls a function (x, y, given) for each claim. NA is a claim that cannot be tested.
p_values <- function(claims, test) {
  lapply(unname(claims), function(c) {
    given <- as.character(c[[3]])
    p <- as.numeric(test(c[[1]], c[[2]], given))
    if (length(p) != 1) stop("the test of ", c[[1]], " and ", c[[2]], " returned ", length(p), " numbers: expected a p-value", call. = FALSE)
    list(x = c[[1]], y = c[[2]], given = given, p = if (is.na(p)) NULL else p)
  })
}

data_frame <- function(data) {
  if (is.matrix(data)) data <- as.data.frame(data, stringsAsFactors = FALSE)
  if (!is.data.frame(data)) {
    stop("data cannot be an object of class ", class(data)[1], ": use a data frame, a matrix, the name of a file, or a function (x, y, given)", call. = FALSE)
  }
  data
}

# wire_column returns a column as a request has it. Factors, texts and logical values are categorical.
wire_column <- function(name, v) {
  if (is.numeric(v)) return(list(name = name, numbers = writeBin(as.double(v), raw(), size = 8, endian = "little")))
  f <- if (is.factor(v)) v else factor(v)
  codes <- as.integer(f) - 1L
  codes[is.na(codes)] <- -1L
  list(name = name, codes = writeBin(codes, raw(), size = 4, endian = "little"), levels = as.list(levels(f)))
}

print.sepdist_falsification <- function(x, ...) {
  cat(x$text, if (!grepl("\n$", x$text)) "\n", sep = "")
  invisible(x)
}
