# Graphs of other packages as text that sepdist reads, with what the text does not say. Objects are
# recognised by their structure, and only what an object needs is loaded.

as_graph <- function(x, orientation = NULL, codes = NULL, class = NULL, opposite_arcs = NULL, name = NULL, ...) {
  stated <- given(..., orientation = orientation, codes = codes, class = class, opposite_arcs = opposite_arcs, known = "reading")
  graph_of(x, stated$shared, list(), name)
}

# graph_of returns a graph with what is stated about it alone and what is stated about both graphs of a pair. Objects that are not
# matrices have no use for the settings of matrices.
graph_of <- function(x, own, shared, name) {
  settings <- c(own, shared[setdiff(names(shared), names(own))])
  orientation <- settings$orientation
  codes <- settings$codes
  opposite_arcs <- settings[["opposite-arcs"]]
  if (inherits(x, "sepdist_graph")) {
    x$options[names(own)] <- own
    return(x)
  }
  g <- if (inherits(x, "igraph")) from_igraph(x, opposite_arcs)
  else if (inherits(x, "bn")) from_arcs(names(x$nodes), x$arcs, "undirected")
  else if (inherits(x, "bn.fit")) from_bnfit(x)
  else if (inherits(x, "dagitty")) new_graph(as.character(x), list(format = "dagitty"))
  else if (isS4(x) && inherits(x, c("pcAlgo", "gesAlgo"))) from_nel(slot(x, "graph"), "undirected")
  else if (isS4(x) && inherits(x, "fciAlgo")) from_matrix(slot(x, "amat"), list(codes = "pcalg-pag"))
  else if (isS4(x) && inherits(x, c("graphNEL", "graphAM", "graph"))) from_nel(x, opposite_arcs)
  else if (inherits(x, c("EssGraph", "ParDAG"))) from_parents(x, "undirected")
  else if (inherits(x, "amat")) from_matrix(unclass(x), list(codes = sub("^amat[.]", "pcalg-", attr(x, "type"))))
  else if (isS4(x) && all(c("i", "p", "Dim") %in% methods::slotNames(x))) from_matrix(dense(x), settings)
  else if (is.data.frame(x)) from_matrix(as.matrix(x), settings)
  else if (is.matrix(x)) from_matrix(x, settings)
  else if (is.character(x)) from_text(x)
  else if (is.list(x) && inherits(x$essgraph, "EssGraph")) from_parents(x$essgraph, "undirected")
  else stop("a graph cannot be an object of class ", class(x)[1],
            ": use a matrix, an igraph, an object of bnlearn, pcalg or dagitty, or the name of a file", call. = FALSE)
  if (is.null(g$matrix) && !is.character(x)) {
    own[matrix_settings] <- NULL
    shared[matrix_settings] <- NULL
  }
  own[names(g$options)] <- NULL
  g$options <- c(g$options, own)
  g$shared <- shared[setdiff(names(shared), names(g$options))]
  if (!is.null(name)) g$name <- name
  g
}

matrix_settings <- c("orientation", "codes", "opposite-arcs", "threshold", "drop-self-loops", "mark-at", "nan", "directed", "format")

new_graph <- function(text, options = list(), name = NULL) {
  structure(list(text = paste(text, collapse = "\n"), options = options, name = name), class = "sepdist_graph")
}

# text_of returns the text of a graph; that of a matrix is made when it is needed.
text_of <- function(g) if (is.null(g$matrix)) g$text else paste(csv_of(g$matrix, g$nodes), collapse = "\n")

format.sepdist_graph <- function(x, ...) text_of(x)

print.sepdist_graph <- function(x, ...) {
  cat(text_of(x), "\n", sep = "")
  invisible(x)
}

# quoted returns names as the text format has them: always in quotes.
quoted <- function(names) paste0("\"", gsub("([\"\\\\])", "\\\\\\1", names), "\"")

# from_arcs takes a two-column matrix of names.
from_arcs <- function(nodes, arcs, opposite) {
  arcs <- matrix(as.character(arcs), ncol = 2)
  from <- arcs[, 1]
  to <- arcs[, 2]
  arrow <- rep("-->", length(from))
  both <- paste(from, to, sep = "\r") %in% paste(to, from, sep = "\r")
  if (any(both)) {
    if (is.null(opposite)) {
      stop("there are edges in both directions between ", from[both][1], " and ", to[both][1],
           ": use opposite_arcs = \"undirected\" or \"cycle\"", call. = FALSE)
    }
    opposite <- match.arg(opposite, c("undirected", "cycle"))
    if (opposite == "undirected") {
      arrow[both] <- "---"
      keep <- !both | match(from, nodes) < match(to, nodes)
      from <- from[keep]
      to <- to[keep]
      arrow <- arrow[keep]
    }
  }
  drawn(nodes, from, arrow, to)
}

drawn <- function(nodes, from, arrow, to) {
  lines <- c(quoted(nodes), if (length(from)) paste(quoted(from), arrow, quoted(to)))
  new_graph(lines, list(format = "text"))
}

from_igraph <- function(x, opposite) {
  if (!requireNamespace("igraph", quietly = TRUE)) stop("the graph is one of igraph, which is not installed", call. = FALSE)
  nodes <- igraph::V(x)$name
  if (is.null(nodes)) nodes <- as.character(seq_len(igraph::vcount(x)))
  ends <- igraph::ends(x, igraph::E(x), names = FALSE)
  from <- nodes[ends[, 1]]
  to <- nodes[ends[, 2]]
  if (!igraph::is_directed(x)) return(drawn(nodes, from, rep("---", length(from)), to))
  from_arcs(nodes, cbind(from, to), opposite)
}

# A fitted network of bnlearn is a list with the parents of each node.
from_bnfit <- function(x) {
  arcs <- do.call(rbind, lapply(names(x), function(v) {
    p <- x[[v]]$parents
    if (length(p)) cbind(p, v)
  }))
  from_arcs(names(x), if (is.null(arcs)) matrix("", 0, 2) else arcs, "undirected")
}

# graphNEL: nodes, and for each the numbers of its children; graphAM: a matrix.
from_nel <- function(x, opposite) {
  if ("adjMat" %in% methods::slotNames(x)) return(from_matrix(slot(x, "adjMat"), list(orientation = "row-to-col")))
  nodes <- slot(x, "nodes")
  lists <- slot(x, "edgeL")
  arcs <- do.call(rbind, lapply(nodes, function(v) {
    to <- lists[[v]]$edges
    if (length(to)) cbind(v, nodes[to])
  }))
  from_arcs(nodes, if (is.null(arcs)) matrix("", 0, 2) else arcs, opposite)
}

# Essential graphs of pcalg have the numbers of the parents of each node.
from_parents <- function(x, opposite) {
  nodes <- as.character(x$.nodes)
  arcs <- do.call(rbind, lapply(seq_along(nodes), function(v) {
    p <- x$.in.edges[[v]]
    if (length(p)) cbind(nodes[p], nodes[v])
  }))
  from_arcs(nodes, if (is.null(arcs)) matrix("", 0, 2) else arcs, opposite)
}

# dense returns a sparse matrix by columns of package Matrix as a plain one.
dense <- function(x) {
  d <- slot(x, "Dim")
  m <- matrix(0, d[1], d[2], dimnames = slot(x, "Dimnames"))
  value <- if ("x" %in% methods::slotNames(x)) slot(x, "x") else 1
  m[cbind(slot(x, "i") + 1L, rep(seq_len(d[2]), diff(slot(x, "p"))))] <- value
  m
}

from_matrix <- function(x, settings) {
  if (nrow(x) != ncol(x)) stop("the matrix is ", nrow(x), " by ", ncol(x), ": expected as many rows as columns", call. = FALSE)
  if (!is.numeric(x) && !is.logical(x)) stop("the matrix is not of numbers", call. = FALSE)
  if (anyNA(x) && is.null(settings$nan)) stop("the matrix has missing values", call. = FALSE)
  x[is.na(x)] <- NaN
  nodes <- colnames(x)
  if (is.null(nodes)) nodes <- rownames(x)
  if (is.null(nodes)) nodes <- as.character(seq_len(ncol(x)))
  if (!is.null(rownames(x)) && !is.null(colnames(x)) && !identical(rownames(x), colnames(x))) {
    stop("the names of the rows are not those of the columns", call. = FALSE)
  }
  g <- new_graph("", c(list(format = "csv"), settings[intersect(c("codes", "orientation"), names(settings))]))
  g$matrix <- x + 0
  g$nodes <- nodes
  g
}

# csv_of returns a matrix as lines of CSV with the names in the first row and column.
csv_of <- function(x, nodes) {
  cells <- apply(x, 1, function(row) paste(vapply(row, number_text, ""), collapse = ","))
  cell <- function(names) paste0("\"", gsub("\"", "\"\"", names), "\"")
  c(paste(c("\"\"", cell(nodes)), collapse = ","), if (length(nodes)) paste(cell(nodes), cells, sep = ","))
}

from_text <- function(x) {
  if (length(x) == 1 && !grepl("\n", x) && file.exists(x)) {
    g <- new_graph("", list(), basename(x))
    g$file <- normalizePath(x)
    return(g)
  }
  if (length(x) == 1 && !grepl("[\n{<>-]", x)) stop(x, ": no such file", call. = FALSE)
  new_graph(x)
}
