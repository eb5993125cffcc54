/** Reason why a message is invalid. */
export type Scte35Reason =
  /** The text is neither base64 nor hex. */
  | 'text'
  /** The message is longer than a section may be. */
  | 'too-long'
  /** The message ends early. */
  | 'truncated'
  /** The message is not a splice_info_section. */
  | 'table'
  /** section_length is wrong. */
  | 'length'
  | 'checksum'
  /** protocol_version is not 0. */
  | 'version'
  /** The command is shorter or longer than its length. */
  | 'command'
  /** A descriptor is shorter or longer than its length. */
  | 'descriptor'

/** The only error of this codec. */
export class Scte35Fault extends Error {
  readonly reason: Scte35Reason

  constructor(reason: Scte35Reason) {
    super(`the SCTE-35 message is not valid: ${reason}`)
    this.name = 'Scte35Fault'
    this.reason = reason
  }
}
