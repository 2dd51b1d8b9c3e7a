# What takes too long or too much for the tests of the package itself.
library(sepdist)
root <- commandArgs(TRUE)[1]
stopifnot(engine()$kind == "library")

# Numbers are those of the command line, for examples and for the vignette's graphs.
by_command <- function(truth, guess) {
  text <- system2(Sys.getenv("SEPDIST"), c("compare", "--metrics", "all", "--json", truth, guess), stdout = TRUE)
  results <- jsonlite::fromJSON(text, simplifyVector = FALSE)$results
  vapply(results, function(r) if (is.null(r$value)) NA_real_ else as.numeric(r$value), NA_real_)
}
dir <- tempfile()
dir.create(dir)
writeLines(c("rain --> wet", "wet --> slippery"), file.path(dir, "truth"))
writeLines(c("rain --> wet", "slippery --> wet"), file.path(dir, "guess"))
for (pair in list(c(file.path(root, "examples/asia.txt"), file.path(root, "examples/asia-pc.txt")), file.path(dir, c("truth", "guess")))) {
  ours <- compare(pair[1], pair[2], "all")$value
  stopifnot(length(ours) > 30, identical(ours, by_command(pair[1], pair[2])))
}
cat("numbers: those of the command line\n")

# The vignette, run as it stands: its numbers are those of the command line on the same two matrices.
ready <- TRUE
code <- knitr::purl(file.path(root, "r/vignettes/sepdist.Rmd"), tempfile(fileext = ".R"), quiet = TRUE)
vignette <- new.env()
sink(tempfile())
sys.source(code, vignette)
sink()
for (name in c("truth", "guess")) writeLines(format(as_graph(vignette[[name]])), file.path(dir, paste0(name, ".csv")))
asked <- c("--truth-orientation=row-to-col", "--guess-orientation=row-to-col")
results <- jsonlite::fromJSON(system2(Sys.getenv("SEPDIST"), c("compare", "--json", asked, file.path(dir, c("truth.csv", "guess.csv"))), stdout = TRUE))$results
stopifnot(nrow(results) >= 8, identical(vignette$r$metric, results$metric), identical(vignette$r$value, as.numeric(results$value)))
stopifnot(identical(unlist(vignette$values)[1:2], c(0, results$value[results$metric == "zl-sd"])))
cat("vignette:", nrow(results), "numbers, those of the command line\n")

# Twenty interrupts of a comparison that would take very long.
set.seed(1)
n <- 40
random <- function() { m <- matrix(0, n, n); m[upper.tri(m)] <- stats::rbinom(n * (n - 1) / 2, 1, 0.2); m }
truth <- random()
guess <- random()
slowest <- 0
for (i in 1:20) {
  system(paste0("(sleep 0.3; kill -INT ", Sys.getpid(), ")"), wait = FALSE)
  at <- proc.time()[["elapsed"]]
  got <- tryCatch({ compare(truth, guess, "sc-metric", orientation = "row-to-col", samples = 16000000L); "an answer" },
                  interrupt = function(e) "interrupted")
  slowest <- max(slowest, proc.time()[["elapsed"]] - at)
  stopifnot(got == "interrupted", slowest > 0.2)
  stopifnot(compare("a --> b", "b --> a", "shd")$wrong == 1) # the engine goes on
}
cat("20 interrupts, the slowest after", round(slowest, 1), "s\n")

# Signals to the threads of the engine itself, whose stacks are too small for R's handlers: interrupts, and ends of
# processes, which parallel has a handler for.
for (signal in c(2, 17)) {
  job <- parallel::mcparallel(Sys.sleep(2))
  system(paste("(sleep 0.4; python3", file.path(root, "test/r/signals.py"), Sys.getpid(), signal, ")"), wait = FALSE)
  got <- tryCatch({ compare(truth, guess, "sc-metric", orientation = "row-to-col", samples = 16000000L); "an answer" },
                  interrupt = function(e) "interrupted")
  stopifnot(got == "interrupted")
  tryCatch(invisible(parallel::mccollect(job)), interrupt = function(e) NULL)
}
cat("signals to threads of the engine do no harm\n")

# Forks while the parent has used the engine.
values <- parallel::mclapply(1:40, function(i) compare(truth, guess, "parent-sd", orientation = "row-to-col")$wrong, mc.cores = 4)
stopifnot(length(unique(values)) == 1, identical(values[[1]], compare(truth, guess, "parent-sd", orientation = "row-to-col")$wrong))
cat("mclapply with 4 processes: the same 40 times\n")

# The blocks of the page.
setwd(dir)
page <- paste(readLines(file.path(root, "docs/r.md")), collapse = "\n")
blocks <- regmatches(page, gregexpr("(?s)\n```r\n.*?\n```", page, perl = TRUE))[[1]]
stopifnot(length(blocks) >= 3)
grDevices::pdf(NULL)
env <- new.env()
sink(tempfile())
for (b in blocks) for (e in parse(text = sub("\n```$", "", sub("^\n```r\n", "", b)))) print(eval(e, env))
sink()
stopifnot(file.exists("difference.svg"))
cat("docs/r.md:", length(blocks), "blocks run\n")
