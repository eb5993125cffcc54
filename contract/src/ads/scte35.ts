import * as z from 'zod/mini'
import { call } from '../call.ts'
import { defineFeature } from '../feature.ts'
import { base, channels } from './base.ts'
import { adLimits } from './limits.ts'

/** Bytes in hex. */
const hex = z.string()

/** A time or duration in ticks of the 90 kHz clock, and in seconds. */
const ticks = z.object({
  ticks: z.number(),
  seconds: z.number(),
})
/** Splice time, with `ptsAdjustment` added. Null for an immediate splice. */
const spliceTime = z.nullable(ticks)
export type Scte35Ticks = z.infer<typeof ticks>

const command = z.discriminatedUnion('name', [
  z.object({ name: z.literal('splice_null') }),
  z.object({ name: z.literal('bandwidth_reservation') }),
  z.object({ name: z.literal('splice_schedule'), bytes: hex }),
  z.object({ name: z.literal('private_command'), identifier: z.string(), bytes: hex }),
  z.object({ name: z.literal('unknown'), spliceCommandType: z.number(), bytes: hex }),
  z.object({ name: z.literal('time_signal'), ptsTime: spliceTime }),
  z.object({
    name: z.literal('splice_insert'),
    spliceEventId: z.number(),
    /** A canceled event has no further fields. */
    event: z.nullable(
      z.object({
        outOfNetworkIndicator: z.boolean(),
        eventIdComplianceFlag: z.boolean(),
        spliceImmediateFlag: z.boolean(),
        ptsTime: spliceTime,
        /** Null if the whole program is spliced. */
        components: z.nullable(z.array(z.object({ componentTag: z.number(), ptsTime: spliceTime }))),
        breakDuration: z.nullable(z.object({ autoReturn: z.boolean(), ...ticks.shape })),
        uniqueProgramId: z.number(),
        availNum: z.number(),
        availsExpected: z.number(),
      }),
    ),
  }),
])

const upid = z.object({
  type: z.number(),
  typeName: z.nullable(z.string()),
  /** Usual text form of the UPID. Null if its type has none. */
  text: z.nullable(z.string()),
  bytes: hex,
})

const descriptor = z.discriminatedUnion('name', [
  z.object({ name: z.literal('avail_descriptor'), providerAvailId: z.number() }),
  z.object({ name: z.literal('DTMF_descriptor'), preroll: z.number(), dtmfChars: z.string() }),
  z.object({
    name: z.literal('segmentation_descriptor'),
    segmentationEventId: z.number(),
    segmentationEventIdComplianceIndicator: z.boolean(),
    /** A canceled event has no further fields. */
    segment: z.nullable(
      z.object({
        segmentationTypeId: z.number(),
        segmentationTypeName: z.nullable(z.string()),
        segmentationDuration: z.nullable(ticks),
        /** Null if the whole program is segmented. */
        components: z.nullable(z.array(z.object({ componentTag: z.number(), ptsOffset: ticks }))),
        /** Null if delivery is not restricted. */
        deliveryRestrictions: z.nullable(
          z.object({
            webDeliveryAllowedFlag: z.boolean(),
            noRegionalBlackoutFlag: z.boolean(),
            archiveAllowedFlag: z.boolean(),
            deviceRestrictions: z.string(),
          }),
        ),
        /** UPIDs. The members of an MID are items of their own. */
        segmentationUpids: z.array(upid),
        segmentNum: z.number(),
        segmentsExpected: z.number(),
        subSegmentNum: z.nullable(z.number()),
        subSegmentsExpected: z.nullable(z.number()),
      }),
    ),
  }),
  z.object({
    name: z.literal('time_descriptor'),
    taiSeconds: z.number(),
    taiNs: z.number(),
    utcOffset: z.number(),
  }),
  z.object({
    name: z.literal('audio_descriptor'),
    components: z.array(
      z.object({
        componentTag: z.number(),
        isoCode: z.string(),
        bitStreamMode: z.number(),
        numChannels: z.number(),
        fullSrvcAudio: z.boolean(),
      }),
    ),
  }),
  z.object({ name: z.literal('unknown'), spliceDescriptorTag: z.number(), bytes: hex }),
])

/** An SCTE-35 message (ANSI/SCTE 35). Fields have the names of the standard. */
export const scte35Message = z.object({
  base64: z.string(),
  sapType: z.string(),
  ptsAdjustment: ticks,
  cwIndex: z.number(),
  tier: z.number(),
  /** Set if the message is encrypted, so command and descriptors cannot be read. */
  encryptionAlgorithm: z.nullable(z.string()),
  spliceCommand: z.nullable(command),
  spliceDescriptors: z.array(descriptor),
})
export type Scte35Message = z.infer<typeof scte35Message>

const scte35Calls = {
  decodeScte35: call({
    method: 'POST',
    path: `${base}/scte35/decode`,
    summary:
      'Decode an SCTE-35 message, which announces ad breaks. Fields have the names of the standard. Times are in 90 kHz ticks and in seconds.',
    caller: 'environment',
    right: channels('read'),
    body: z.object({
      /** Base64, or hex with or without `0x`. */
      message: z.string().check(z.minLength(1), z.maxLength(adLimits.scte35Length)),
    }),
    answer: scte35Message,
    kind: 'json',
    status: 200,
    problems: ['scte35-invalid'],
  }),
}

export const scte35Feature = defineFeature({
  calls: scte35Calls,
  problems: {
    /** The message in `errors` is one of `scte35Reasons`. */
    'scte35-invalid': { status: 422, title: 'The SCTE-35 message is not valid' },
  },
})
