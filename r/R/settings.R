# Options of a comparison and settings for reading graphs, which functions take as further arguments.

# given sorts further arguments by their names in sepdist, in which max_order is max-order: into options, settings about both
# graphs, and settings about one of them. Arguments that are NULL do not count.
given <- function(..., known = c("options", "reading"), op = "compare") {
  all <- list(...)
  if (length(all) && (is.null(names(all)) || any(!nzchar(names(all))))) stop("further options need names, such as symmetric = \"mean\"", call. = FALSE)
  all <- all[!vapply(all, is.null, NA)]
  names(all) <- sub("^as-class$", "as", gsub("_", "-", names(all), fixed = TRUE)) # as in Python
  result <- list(options = structure(list(), names = character()), shared = list(), truth = list(), guess = list())
  for (name in names(all)) {
    role <- sub("-.*", "", name)
    bare <- sub("^(truth|guess)-", "", name)
    if ("options" %in% known && name %in% option_of[[op]]) result$options[[name]] <- option_value(name, all[[name]])
    else if ("reading" %in% known && name %in% names(setting_is_switch)) result$shared[[name]] <- text_value(all[[name]])
    else if ("options" %in% known && bare != name && bare %in% names(setting_is_switch)) result[[role]][[bare]] <- text_value(all[[name]])
    else {
      names <- gsub("-", "_", c(if ("options" %in% known) option_of[[op]], if ("reading" %in% known) names(setting_is_switch)), fixed = TRUE)
      name <- gsub("-", "_", name, fixed = TRUE)
      distance <- utils::adist(sub("^(truth|guess)_", "", name), names)
      expected <- if (min(distance) <= max(1, nchar(name) %/% 3)) paste0("did you mean ", names[which.min(distance)], "?")
      else paste("expected one of", paste(names, collapse = ", "))
      stop("unknown option ", name, ": ", expected, call. = FALSE)
    }
  }
  result
}

# option_value returns a value as a request has it.
option_value <- function(name, v) {
  rows <- function(v) lapply(seq_len(nrow(v)), function(i) unname(lapply(as.list(v[i, , drop = FALSE]), function(cell) if (is.factor(cell)) as.character(cell) else cell)))
  switch(option_type[[name]],
    strings = , floats = as.list(unname(v)),
    mapping = as.list(v),
    weights = if (is.data.frame(v)) rows(v) else v,
    statements = lapply(v, function(s) as.list(unname(s))),
    if (name == "symmetric" && isTRUE(v)) "mean" else v)
}

# number_text writes a number so that nothing of it is lost, and without an exponent if it is whole.
number_text <- function(x) if (is.finite(x) && x == round(x) && abs(x) < 1e15) sprintf("%.0f", x) else sprintf("%.17g", x)

text_value <- function(v) if (is.logical(v)) tolower(as.character(v)) else if (is.numeric(v)) number_text(v) else as.character(v)

csv_cell <- function(text) ifelse(grepl("[\",\n]", text), paste0("\"", gsub("\"", "\"\"", text), "\""), text)

# flags returns options as the command has them. Tables are files in a folder.
flags <- function(options, dir) {
  file <- function(name, lines) {
    path <- file.path(dir, paste0(name, ".csv"))
    writeLines(enc2utf8(lines), path, useBytes = TRUE)
    path
  }
  line <- function(cells) paste(csv_cell(vapply(cells, text_value, "")), collapse = ",")
  as.character(unlist(Map(function(name, v) {
    value <- switch(option_type[[name]],
      strings = , floats = line(v),
      mapping = file(name, c("old,new", unlist(Map(function(old, new) line(c(old, new)), names(v), v)))),
      weights = , statements = file(name, vapply(v, line, "")),
      text_value(v))
    paste0("--", name, "=", value)
  }, names(options), options)))
}

# prepared returns two graphs, or those of a comparison, with the options of a comparison.
prepared <- function(op, truth, guess, orientation, codes, truth_class, guess_class, opposite_arcs, ...) {
  stated <- given(..., orientation = orientation, codes = codes, opposite_arcs = opposite_arcs, op = op)
  stated$truth$class <- truth_class
  stated$guess$class <- guess_class
  if (inherits(truth, "sepdist_comparison")) {
    if (length(c(stated$shared, stated$truth, stated$guess))) stop("a comparison has its graphs already: give ", names(c(stated$shared, stated$truth, stated$guess))[1], " to compare()", call. = FALSE)
    options <- attr(truth, "options")
    options <- options[intersect(names(options), option_of[[op]])]
    options[names(stated$options)] <- stated$options
    return(list(pair = attr(truth, "pair"), options = options))
  }
  list(pair = list(truth = graph_of(truth, stated$truth, stated$shared, "truth"), guess = graph_of(guess, stated$guess, stated$shared, "guess")),
       options = stated$options)
}
