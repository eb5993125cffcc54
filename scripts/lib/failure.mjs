/** Something that a person can mend; its message is all they need to read. */
export class Failure extends Error {}

/** A signal ended the work before it was done. */
export class Interrupted extends Error {
  constructor(signal) {
    super(`ended by ${signal}`)
    this.signal = signal
  }
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

/** The exit code that shells give to a death by this signal. */
export function signalExitCode(signal) {
  return 128 + (signalNumbers[signal] || 0)
}

/** Runs a script's body: expected failures are one line without a stack. */
export function runMain(main) {
  main().catch((error) => {
    if (error instanceof Interrupted) {
      process.exit(signalExitCode(error.signal))
    }
    console.error(error instanceof Failure ? error.message : error)
    process.exit(1)
  })
}
