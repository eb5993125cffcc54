/** An error that the user can fix. Its message is shown without a stack. */
export class Failure extends Error {}

/** A signal ended the work. */
export class Interrupted extends Error {
  constructor(signal) {
    super(`ended by ${signal}`)
    this.signal = signal
  }
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

/** The exit code of shells for this signal. */
export function signalExitCode(signal) {
  return 128 + (signalNumbers[signal] || 0)
}

/** Runs the body of a script. Expected failures print one line without a stack. */
export function runMain(main) {
  main().catch((error) => {
    if (error instanceof Interrupted) {
      process.exit(signalExitCode(error.signal))
    }
    console.error(error instanceof Failure ? error.message : error)
    process.exit(1)
  })
}
