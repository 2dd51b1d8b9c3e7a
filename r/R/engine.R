# What answers: the shared library in this process, or the command in a process of its own.

state <- new.env(parent = emptyenv())

# engine says what answers, and finds it.
engine <- function() {
  lib <- library_path()
  if (nzchar(lib)) return(list(kind = "library", path = lib))
  cmd <- command_path()
  if (nzchar(cmd)) return(list(kind = "command", path = cmd))
  stop("sepdist is not installed: put the command sepdist on the PATH (https://github.com/sepdist/sepdist/releases), ",
       "or set options(sepdist.library = ) to its shared library", call. = FALSE)
}

library_path <- function() {
  named <- getOption("sepdist.library", Sys.getenv("SEPDIST_LIBRARY"))
  if (nzchar(named)) {
    if (!file.exists(named)) stop("sepdist.library: ", named, " does not exist", call. = FALSE)
    return(normalizePath(named))
  }
  ending <- switch(Sys.info()[["sysname"]], Windows = "dll", Darwin = "dylib", "so")
  system.file("engine", paste0("libsepdist.", ending), package = "sepdist")
}

command_path <- function() {
  named <- getOption("sepdist.command", Sys.getenv("SEPDIST"))
  if (nzchar(named)) return(named)
  unname(Sys.which("sepdist"))
}

# opened opens the library once in each process. Its threads do not survive a fork, so that a forked
# process (mclapply) opens a copy: another file has a state of its own.
opened <- function(path) {
  if (identical(state$pid, Sys.getpid()) && identical(state$path, path)) return(invisible())
  file <- path
  if (!is.null(state$pid)) {
    file <- tempfile("libsepdist", fileext = paste0(".", tools_ext(path)))
    if (!file.copy(path, file)) stop("cannot copy ", path, " to ", file, call. = FALSE)
    on.exit(if (.Platform$OS.type != "windows") unlink(file))
  }
  why <- .Call(C_open_library, file)
  if (!is.null(why)) stop(path, ": ", why, call. = FALSE)
  state$pid <- Sys.getpid()
  state$path <- path
  invisible()
}

tools_ext <- function(path) sub(".*[.]", "", basename(path))

# asked sends a request to the library and returns the header of the response, and its data as raw. Raw vectors anywhere in the
# request travel as bytes beside its text, which has their place.
asked <- function(path, request) {
  opened(path)
  parts <- list()
  place <- function(x) {
    if (is.raw(x)) {
      parts[[length(parts) + 1]] <<- x
      return(length(parts) - 1L)
    }
    if (is.list(x)) x[] <- lapply(x, place)
    x
  }
  request <- place(request)
  text <- jsonlite::toJSON(c(list(door = "r"), request), auto_unbox = TRUE, null = "null", digits = NA)
  job <- .Call(C_start_job, enc2utf8(as.character(text)), parts)
  taken <- FALSE
  on.exit(if (!taken) .Call(C_drop_job, job)) # after an interrupt
  while (!.Call(C_poll_job, job)) NULL
  answers <- .Call(C_take_job, job)
  taken <- TRUE
  answer <- jsonlite::fromJSON(as_text(answers[[1]]), simplifyVector = FALSE)
  if (!is.null(answer$error)) failed(answer$error$message, answer$error$kind)
  answer$parts <- answers[-1]
  answer
}

# as_text returns bytes as a string, which is UTF-8.
as_text <- function(bytes) {
  text <- rawToChar(bytes)
  Encoding(text) <- "UTF-8"
  text
}

# without_folder removes the folder of files that were written for the command.
without_folder <- function(text) gsub(paste0("\\Q", tempdir(), "\\E[/\\\\]+sepdist[0-9a-f]+[/\\\\]+"), "", text, perl = TRUE)

# failed stops with a message of the engine.
failed <- function(message, kind = "error") {
  stop(structure(class = c(paste0("sepdist_", kind), "sepdist_error", "error", "condition"), list(message = without_folder(message), call = NULL)))
}

# ran calls the command and returns what it prints: the result, and an error.
ran <- function(path, args) {
  out <- tempfile("sepdist")
  err <- tempfile("sepdist")
  on.exit(unlink(c(out, err)))
  Sys.setenv(SEPDIST_DOOR = "r") # errors call options as they are called here
  on.exit(Sys.unsetenv("SEPDIST_DOOR"), add = TRUE)
  code <- suppressWarnings(system2(path, shQuote(c(args, "--quiet")), stdout = out, stderr = err))
  said <- readLines(err, encoding = "UTF-8", warn = FALSE)
  text <- paste(readLines(out, encoding = "UTF-8", warn = FALSE), collapse = "\n")
  if (code == 127) stop("cannot run ", path, call. = FALSE)
  list(code = code, text = text, err = paste(said[nzchar(said)], collapse = "\n"))
}

# answered returns the text of a command that must not fail.
answered <- function(path, args) {
  r <- ran(path, args)
  if (r$code != 0) failed(if (nzchar(r$err)) r$err else paste("sepdist ended with code", r$code))
  r$text
}
