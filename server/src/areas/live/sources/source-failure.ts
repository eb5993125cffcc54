/** Failure of a pulled source. The message is shown to users. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure'
}
