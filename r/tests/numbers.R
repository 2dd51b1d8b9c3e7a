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
  refused(compare("a --> b", "a => b --- c", "shd"), "=>")
  refused(compare(diag(2), diag(2), "shd", orientation = "row-to-col"), "self-loop")
  refused(compare(chain, collider * 3, "shd", orientation = "row-to-col"), "not a code of any tool")
  refused(compare(chain, collider, "shd", orientation = "up"), "use one of row-to-col, col-to-row")
  # An option that does not exist is not ignored.
  refused(compare(chain, collider, "shd", orientation = "row-to-col", souces = "1"), "souces")
  refused(explain(chain, collider, orientation = "row-to-col", max_ordr = 1), "ordr")
  stopifnot(compare("a --> b", "b --> a", "shd", as_class = "cpdag")$wrong == 0, compare("a --> b", "b --> a", "shd", as = "cpdag")$wrong == 0)
  stopifnot(compare(chain, collider, "zl-sd", orientation = "row-to-col", sources = "1")$of == 2)
  b <- compare("a --> b\nb --> c", "a --> b\nc --- b", "shd", baseline = 20, guess_class = "cpdag", invalid = "nearest")
  stopifnot(c("class_of_truth", "better_than", "random_mean") %in% names(b), b$better_than >= 0, b$random_mean > 0)
  refused(compare("a --> b", "b --> a", "shd", threshold = 2), "threshold does not apply")
  stopifnot(compare(chain * 0.2, collider, "shd", orientation = "row-to-col", truth_threshold = 0.3)$wrong == 2)
  refused(compare(chain, diag(3), "shd", orientation = "row-to-col"), "drop_self_loops = TRUE")
  # Messages name the arguments of R.
  refused(compare("a --> b\nb --> c", "a --> b", "shd"), "project = TRUE")
  refused(explain(chain, collider, orientation = "row-to-col", baseline = 3), "baseline")
  refused(draw(chain, collider, orientation = "row-to-col", seed = 3), "seed")
  stopifnot(grepl("</svg>", draw("a --> b", "a --> c", rename = c(c = "b"))), grepl("</svg>", draw(compare("a --> b", "a --> c", "shd", rename = c(c = "b"), seed = 2))))
  stopifnot(identical(sd_compare, compare), identical(sd_falsify, falsify))

  # An explanation of a comparison has its options.
  r <- compare("a --> b\nb --> c\nd", "c --> b\nd --> b\na", "zl-sd", sources = "a")
  stopifnot(nrow(explain(r)) == r$wrong, all(explain(r)$x == "a"), nrow(explain(r, sources = c("a", "b", "c", "d"))) > r$wrong)
  refused(explain(r, threshold = 1), "give threshold to compare()")

  many <- compare_many(chain, list(same = chain, other = collider, bad = "a --> b"), "shd", orientation = "row-to-col", errors = "keep")
  stopifnot(identical(many$pair, c("same", "other", "bad")), identical(many$wrong, c(0, 1, NA)), grepl("node", many$why[3]))
  stopifnot(!"why" %in% names(compare_many(chain, list(chain, collider), "shd", orientation = "row-to-col")))
  refused(compare_many(chain, list(chain, "a --> b"), "shd", orientation = "row-to-col"), "pair 2: ")
  refused(compare(chain, chain, orientaton = "row-to-col"), "unknown option orientaton: did you mean orientation?")
  refused(compare(chain, chain, guess_treshold = 1), "did you mean threshold?")
  refused(compare(chain, chain, quux = 1), "unknown option quux: expected one of ")
  refused(compare_many(list("a", "b"), list("a"), "shd"), "2 truths and 1 guesses")

  s <- repairs("a --> b\nb --> c\nd", "a --> b\nc --> b\nd --> a", metrics = c("shd", "parent-aid"))
  stopifnot(setequal(names(s), c("x", "y", "status", "truth", "guess", "zl-sd", "shd", "parent-aid")), "extra" %in% s$status)
  plan <- attr(s, "plan")
  stopifnot(nrow(plan) > 0, tail(plan[["zl-sd"]], 1) == 0, attr(s, "now")[["shd"]] > 0)
  invisible(capture.output(print(s)))
  file <- tempfile(fileext = ".html")
  report(chain, collider, file, orientation = "row-to-col", title = "A title")
  stopifnot(any(grepl("<h1>A title</h1>", readLines(file, warn = FALSE), fixed = TRUE)))
  unlink(file)

  # Naive Bayes on the iris data: all six claims are rejected. The same numbers as in docs/falsify.md.
  flowers <- setNames(datasets::iris, c("sepal_length", "sepal_width", "petal_length", "petal_width", "species"))
  bayes <- paste("species -->", names(flowers)[1:4], collapse = "\n")
  file <- tempfile(fileext = ".html")
  f <- falsify(bayes, flowers, permutations = 20, suggest = TRUE, report = file)
  stopifnot(f$contradicted, f$rejected == 6, f$wrong == 12, f$test == "pillai", nrow(f$claims) == 6, all(f$claims$given == "species"))
  stopifnot(abs(max(f$claims$p) - 5.3e-06) < 1e-7, all(f$edges$supported), nrow(f$suggestions) > 0, f$permutations$count == 20)
  stopifnot(any(grepl("The data contradict the graph", capture.output(print(f)), fixed = TRUE)), file.size(file) > 10000)
  unlink(file)
  flowers$species <- as.character(flowers$species)
  stopifnot(identical(falsify(bayes, flowers)$claims, f$claims)) # texts are categorical
  codes <- transform(flowers, species = as.integer(factor(species)))
  refused(falsify(bayes, codes), "categorical")
  stopifnot(identical(falsify(bayes, codes, categorical = "species")$claims$p, f$claims$p))
  codes$species <- factor(codes$species) # levels that look like numbers
  stopifnot(identical(falsify(bayes, codes)$claims$p, f$claims$p))
  flowers$sepal_width[3] <- NA
  refused(falsify(bayes, flowers), "missing = \"drop\"")
  stopifnot(falsify(bayes, flowers, missing = "drop")$rows == 149)
  refused(falsify(bayes, flowers[-5]), "species")
  refused(falsify(bayes, sum(1)), "class numeric")
  two <- falsify("a --> b\nb --> c\nd", function(x, y, given) if (x == "a") NA else 0.5)
  stopifnot(!two$contradicted, sum(is.na(two$claims$p)) == sum(two$claims$x == "a"), two$test == "custom")
  cov <- stats::cov(datasets::iris[1:4])
  dimnames(cov) <- rep(list(c("a", "b", "c", "d")), 2)
  cont <- setNames(datasets::iris[1:4], c("a", "b", "c", "d"))
  one <- falsify("a --> b\nc\nd", cont)
  stopifnot(one$test == "fisher-z", isTRUE(all.equal(one$claims$p, falsify("a --> b\nc\nd", cov, covariance = 150)$claims$p, tolerance = 1e-10)))
  z <- atanh(stats::cor(cont$c, cont$d)) * sqrt(150 - 3)
  row <- one$claims[one$claims$x == "c" & one$claims$y == "d", ]
  stopifnot(isTRUE(all.equal(row$p, 2 * stats::pnorm(-abs(z)), tolerance = 1e-9)), isTRUE(all.equal(row$effect, stats::cor(cont$c, cont$d))))
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
