/** The program cannot start for a reason that a person can mend: the message is one line for that person. */
export class StartupFailure extends Error {
  override name = 'StartupFailure'
}

/** The disk has no room to start on. */
export class DiskFull extends StartupFailure {
  override name = 'DiskFull'
}
