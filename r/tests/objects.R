# Objects of other packages, made by hand as those packages make them.
library(sepdist)

lines <- function(g) strsplit(format(g), "\n")[[1]]
same <- function(g, ...) stopifnot(identical(lines(g), c(...)))
refused <- function(expr, words) {
  message <- tryCatch({ expr; "no error" }, error = conditionMessage)
  if (!grepl(words, message, fixed = TRUE)) stop("expected an error with ", words, ", got: ", message)
}

# bnlearn: learned graphs have arcs, an undirected edge as two of them.
bn <- structure(list(learning = list(), nodes = list(A = 1, B = 2, C = 3),
  arcs = matrix(c("A", "B", "B", "B", "C", "A"), ncol = 2, dimnames = list(NULL, c("from", "to")))[c(1, 2, 3), ]), class = "bn")
same(as_graph(bn), '"A"', '"B"', '"C"', '"A" --- "B"', '"B" --> "C"')
fit <- structure(list(A = list(parents = character()), B = list(parents = "A"), C = list(parents = c("A", "B"))), class = c("bn.fit", "bn.fit.gnet"))
same(as_graph(fit), '"A"', '"B"', '"C"', '"A" --> "B"', '"A" --> "C"', '"B" --> "C"')

# graph: graphNEL has for each node the numbers of its children; pcalg's pcAlgo has one in a slot.
setClass("graphNEL", representation(nodes = "character", edgeL = "list"))
setClass("pcAlgo", representation(graph = "graphNEL"))
setClass("fciAlgo", representation(amat = "matrix"))
nel <- new("graphNEL", nodes = c("A", "B", "C"), edgeL = list(A = list(edges = 2L), B = list(edges = c(1L, 3L)), C = list(edges = integer())))
same(as_graph(new("pcAlgo", graph = nel)), '"A"', '"B"', '"C"', '"A" --- "B"', '"B" --> "C"')
refused(as_graph(nel), "opposite_arcs")
same(as_graph(nel, opposite_arcs = "cycle"), '"A"', '"B"', '"C"', '"A" --> "B"', '"B" --> "A"', '"B" --> "C"')
pag <- matrix(c(0, 1, 2, 0), 2, dimnames = rep(list(c("A", "B")), 2))
stopifnot(identical(as_graph(new("fciAlgo", amat = pag))$options$codes, "pcalg-pag"))
stopifnot(identical(as_graph(structure(pag, class = "amat", type = "amat.cpdag"))$options$codes, "pcalg-cpdag"))
ess <- structure(list2env(list(.nodes = c("A", "B"), .in.edges = list(2L, 1L))), class = "EssGraph")
same(as_graph(ess), '"A"', '"B"', '"A" --- "B"')
same(as_graph(list(essgraph = ess)), '"A"', '"B"', '"A" --- "B"')

# dagitty is a string.
stopifnot(identical(as_graph(structure("dag { A -> B }", class = "dagitty"))$options$format, "dagitty"))

# Matrix: columns that are compressed.
setClass("dgCMatrix", representation(i = "integer", p = "integer", x = "numeric", Dim = "integer", Dimnames = "list"))
sparse <- new("dgCMatrix", i = c(0L, 1L), p = c(0L, 0L, 1L, 2L), x = c(1, 1), Dim = c(3L, 3L), Dimnames = list(NULL, NULL))
plain <- rbind(c(0, 1, 0), c(0, 0, 1), c(0, 0, 0))
stopifnot(identical(format(as_graph(sparse)), format(as_graph(plain))))

if (requireNamespace("igraph", quietly = TRUE)) {
  g <- igraph::graph_from_literal(A -+ B, B -+ C)
  same(as_graph(g), '"A"', '"B"', '"C"', '"A" --> "B"', '"B" --> "C"')
  same(as_graph(igraph::make_graph(c(1, 2), directed = FALSE)), '"1"', '"2"', '"1" --- "2"')
  refused(as_graph(igraph::graph_from_literal(A ++ B)), "opposite_arcs")
}

# Bad input is one clear line.
refused(as_graph(matrix(0, 2, 3)), "2 by 3")
refused(as_graph(matrix("a", 2, 2)), "not of numbers")
refused(as_graph(matrix(NA_real_, 2, 2)), "missing values")
refused(as_graph(matrix(0, 2, 2, dimnames = list(c("a", "b"), c("b", "a")))), "names of the rows")
refused(as_graph("nowhere.txt"), "no such file")
refused(as_graph(sum), "class function")
same(as_graph(structure(list(nodes = list('a"b' = 1), arcs = matrix("", 0, 2)), class = "bn")), '"a\\"b"')
