# Numbers by the engine that is found. Where there is none, nothing can be computed.
library(sepdist)
if (inherits(try(engine(), silent = TRUE), "try-error")) quit("no")

refused <- function(expr, words) {
  message <- tryCatch({ expr; "no error" }, error = conditionMessage)
  if (!grepl(words, message, fixed = TRUE)) stop("expected an error with ", words, ", got: ", message)
}

chain <- rbind(c(0, 1, 0), c(0, 0, 1), c(0, 0, 0))
collider <- rbind(c(0, 1, 0), c(0, 0, 0), c(0, 1, 0))

everything <- function() {
  # By hand: the guess claims that nothing is needed to separate 1 and 3, both ways.
  r <- compare(chain, collider, c("zl-sd", "shd"), orientation = "row-to-col")
  stopifnot(identical(r$metric, c("zl-sd", "shd")), identical(r$wrong, c(2, 1)), identical(r$of, c(6, 3)))
  stopifnot(all.equal(r$value, c(2 / 6, 1 / 3)))
  stopifnot(identical(compare(t(chain), t(collider), "zl-sd", orientation = "col-to-row")$wrong, 2))
  stopifnot(compare(chain, chain, "zl-sd", orientation = "row-to-col", symmetric = TRUE)$value == 0)
  # bounds over a class, and metrics that are not defined
  s <- compare("a --> b\nb --> c", "a --- b\nb --- c", c("sid"))
  stopifnot(s$lower <= s$upper, s$lower == 0)
  all <- compare("a --> b\nb --> c", "a --- b\nb --- c", "all")
  stopifnot("parent-sd" %in% attr(all, "skipped")$metric)

  e <- explain(r)
  stopifnot(nrow(e) == 2, identical(e$separator, c("", "")), identical(e$path[1], "1 --> 2 --> 3"), attr(e, "wrong") == 2)
  stopifnot(identical(explain(chain, collider, x = "3", y = "1", orientation = "row-to-col")$x, "3"))

  # The truth claims that 2 separates 1 and 3, which is wrong in the guess.
  e <- explain(r, reverse = TRUE)
  stopifnot(nrow(e) == 2, identical(e$separator, c("2", "2")), identical(e$path[1], "1 --> 2 <-- 3"), attr(e, "wrong") == 2)
  stopifnot(any(grepl("claims of the truth are wrong in the guess", capture.output(print(e)), fixed = TRUE)))

  # A guess with an extra edge claims nothing wrong, but is not Markov equivalent.
  equivalence <- "Markov equivalent: no; a and c are separated by {b} in the truth, not in the guess"
  s <- compare("a --> b\nb --> c", "a --> b\nb --> c\na --> c", "zl-sd")
  stopifnot(s$value == 0, isFALSE(attr(s, "markov_equivalence")$equivalent), any(capture.output(print(s)) == equivalence))
  stopifnot(isTRUE(attr(compare("a --> b", "b --> a", "zl-sd"), "markov_equivalence")$equivalent))

  c <- check(chain, orientation = "row-to-col")
  stopifnot(c$class == "dag", isTRUE(c$valid), c$equivalence_class_size == "3")
  c <- check("a --> b\nb --> a", class = "dag")
  stopifnot(!isTRUE(c$valid), setequal(c$witness, c("a", "b")))

  stopifnot(grepl("^<svg|^<[?]xml", draw(r)), grepl("</svg>", draw(chain, orientation = "row-to-col")))
  file <- tempfile(fileext = ".svg")
  draw(r, file = file)
  stopifnot(file.size(file) > 500)
  unlink(file)

  refused(compare(chain, collider), "orientation = \"row-to-col\"")
  refused(compare(chain, collider, "nope", orientation = "row-to-col"), "nope")
  refused(compare(chain, diag(0, 4), "zl-sd", orientation = "row-to-col"), "4")
  refused(compare("a --> b", "a -- b", "shd"), "expected ---")
  refused(compare(diag(2), diag(2), "shd", orientation = "row-to-col"), "self-loop")
  refused(compare(chain, collider * 3, "shd", orientation = "row-to-col"), "not a code of any tool")
  refused(compare(chain, collider, "shd", orientation = "up"), "use one of row-to-col, col-to-row")
  # An option that does not exist is not ignored.
  refused(compare(chain, collider, "shd", orientation = "row-to-col", souces = "1"), "souces")
  refused(explain(chain, collider, orientation = "row-to-col", max_ordr = 1), "ordr")
  stopifnot(compare("a --> b", "b --> a", "shd", as_class = "cpdag")$wrong == 0, compare("a --> b", "b --> a", "shd", as = "cpdag")$wrong == 0)
  stopifnot(compare(chain, collider, "zl-sd", orientation = "row-to-col", sources = "1")$of == 2)
  refused(compare(chain, collider, "shd", orientation = "row-to-col", threshold = 2), "threshold")
}
everything()

pdf(NULL)
plot(compare(chain, collider, orientation = "row-to-col"))
invisible(dev.off())
print(compare(chain, collider, orientation = "row-to-col"))
print(explain(chain, collider, orientation = "row-to-col"))
print(check(chain, orientation = "row-to-col"))

# Both ways of asking give the same.
if (engine()$kind == "library" && nzchar(Sys.getenv("SEPDIST"))) {
  both <- function() as.data.frame(unclass(compare("a --> b\nb <-> c\na --> d", "a --> b\nb --> c\nd", "all"))[1:6])
  one <- both()
  old <- Sys.getenv("SEPDIST_LIBRARY")
  Sys.unsetenv("SEPDIST_LIBRARY")
  stopifnot(engine()$kind == "command")
  stopifnot(isTRUE(all.equal(one, both())))
  everything()
  Sys.setenv(SEPDIST_LIBRARY = old)

  # Matrices of 0 and 1 are sent as bytes to the library, and as CSV to the command.
  set.seed(2)
  for (n in c(2, 5, 9)) for (orientation in c("row-to-col", "col-to-row")) {
    random <- function() { m <- matrix(0, n, n, dimnames = rep(list(paste("node", seq_len(n))), 2)); m[upper.tri(m)] <- stats::rbinom(n * (n - 1) / 2, 1, 0.5); m }
    truth <- random()
    guess <- random()
    skeleton <- pmax(guess, t(guess)) # undirected edges
    skeleton[upper.tri(skeleton)] <- skeleton[upper.tri(skeleton)] * (n == 2)
    for (pair in list(list(truth, guess), list(truth, skeleton), list(truth == 1, guess == 1))) {
      values <- function() {
        r <- compare(pair[[1]], pair[[2]], "all", orientation = orientation)
        list(as.data.frame(unclass(r)[1:6]), attr(r, "skipped"), as.data.frame(unclass(explain(r))[1:4]), check(pair[[2]], orientation = orientation)[c("class", "nodes", "edges")])
      }
      ours <- values()
      Sys.unsetenv("SEPDIST_LIBRARY")
      stopifnot(engine()$kind == "command", isTRUE(all.equal(ours, values())))
      Sys.setenv(SEPDIST_LIBRARY = old)
    }
  }
}

# Forked processes, with the library in use before.
if (.Platform$OS.type == "unix") {
  values <- parallel::mclapply(1:16, function(i) compare(chain, collider, "zl-sd", orientation = "row-to-col")$wrong, mc.cores = 4)
  stopifnot(identical(values, rep(list(2), 16)))
}
