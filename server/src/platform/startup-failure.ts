/** The program cannot start for a reason that the user can fix. The message is one line for the user. */
export class StartupFailure extends Error {
  override name = 'StartupFailure'
}

/** The disk has no free space for the start. */
export class DiskFull extends StartupFailure {
  override name = 'DiskFull'
}
