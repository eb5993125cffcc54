/** Why a source that Kinora fetches cannot be played. The message is shown to people. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure'
}
