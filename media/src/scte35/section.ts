/** A splice_info_section (ANSI/SCTE 35 2023, 9.6). Reserved bits are not kept: they are written as 1. */
export type SpliceInfo = ClearSpliceInfo | EncryptedSpliceInfo

interface SpliceInfoHeader {
  /** Stream access point: 0 to 2 are types, 3 is not specified. */
  readonly sapType: number
  /** Ticks of 90 kHz to add to all times of the message, modulo 2^33. */
  readonly ptsAdjustment: number
  readonly cwIndex: number
  /** Authorization tier, 12 bits. 0xfff if unused. */
  readonly tier: number
}

export interface ClearSpliceInfo extends SpliceInfoHeader {
  readonly isEncrypted: false
  readonly command: SpliceCommand
  /** Whether the command length is 0xfff, as in the first version of the standard. */
  readonly hasNoCommandLength: boolean
  readonly descriptors: readonly SpliceDescriptor[]
  /** alignment_stuffing */
  readonly stuffing: Uint8Array
}

/** An encrypted section, whose commands and descriptors cannot be read. */
export interface EncryptedSpliceInfo extends SpliceInfoHeader {
  readonly isEncrypted: true
  readonly algorithm: number
  readonly commandLength: number
  /** Bytes from splice_command_type to E_CRC_32. */
  readonly payload: Uint8Array
}

export type SpliceCommand =
  | { readonly type: 'splice_null' }
  | { readonly type: 'splice_schedule'; readonly bytes: Uint8Array }
  | SpliceInsert
  | { readonly type: 'splice_insert_cancel'; readonly eventId: number }
  /** Null `pts` applies at once. */
  | { readonly type: 'time_signal'; readonly pts: number | null }
  | { readonly type: 'bandwidth_reservation' }
  | { readonly type: 'private_command'; readonly identifier: number; readonly bytes: Uint8Array }
  | { readonly type: 'unknown'; readonly commandType: number; readonly bytes: Uint8Array }

export interface SpliceInsert {
  readonly type: 'splice_insert'
  readonly eventId: number
  readonly outOfNetwork: boolean
  readonly isEventIdCompliant: boolean
  readonly splice: Splice
  readonly breakDuration: BreakDuration | null
  readonly uniqueProgramId: number
  readonly availNum: number
  readonly availsExpected: number
}

/** Time of a splice: immediate or scheduled, for the whole program or some of its components. */
export type Splice =
  | { readonly mode: 'program-immediate' }
  | { readonly mode: 'program'; readonly pts: number | null }
  | { readonly mode: 'components-immediate'; readonly tags: readonly number[] }
  | {
      readonly mode: 'components'
      readonly components: readonly { readonly tag: number; readonly pts: number | null }[]
    }

export interface BreakDuration {
  /** Whether the return to the network is automatic at the end of the duration. */
  readonly autoReturn: boolean
  readonly ticks: number
}

export type SpliceDescriptor =
  | { readonly type: 'avail_descriptor'; readonly providerAvailId: number }
  /** `characters`: at most 7 of `0` to `9`, `*` and `#`. */
  | { readonly type: 'DTMF_descriptor'; readonly preroll: number; readonly characters: Uint8Array }
  | SegmentationDescriptor
  | SegmentationCancel
  | {
      readonly type: 'time_descriptor'
      readonly taiSeconds: number
      readonly taiNanoseconds: number
      /** Offset of TAI from UTC in seconds. */
      readonly utcOffset: number
    }
  | { readonly type: 'audio_descriptor'; readonly components: readonly AudioComponent[] }
  /** `bytes` begin with the identifier. */
  | { readonly type: 'unknown'; readonly tag: number; readonly bytes: Uint8Array }

export interface AudioComponent {
  readonly tag: number
  /** ISO 639-2 code of three letters as a 24-bit number. */
  readonly language: number
  readonly bitStreamMode: number
  readonly channels: number
  readonly isFullService: boolean
}

export interface SegmentationCancel {
  readonly type: 'segmentation_cancel'
  readonly eventId: number
  readonly isEventIdCompliant: boolean
}

export interface SegmentationDescriptor {
  readonly type: 'segmentation_descriptor'
  readonly eventId: number
  readonly isEventIdCompliant: boolean
  /** Null for the whole program. */
  readonly components: readonly { readonly tag: number; readonly ptsOffset: number }[] | null
  /** Null without restrictions of delivery. */
  readonly restrictions: DeliveryRestrictions | null
  readonly durationTicks: number | null
  readonly upidType: number
  readonly upid: Uint8Array
  /** Key of `segmentationTypes`. */
  readonly typeId: number
  readonly segmentNum: number
  readonly segmentsExpected: number
  readonly subSegment: { readonly num: number; readonly expected: number } | null
}

export interface DeliveryRestrictions {
  readonly isWebDeliveryAllowed: boolean
  readonly hasNoRegionalBlackout: boolean
  readonly isArchiveAllowed: boolean
  /** 0 to 2 are groups of devices, 3 is no restriction. */
  readonly deviceRestrictions: number
}
