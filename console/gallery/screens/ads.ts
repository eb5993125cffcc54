import type { Scte35Message } from '@kinora/contract'
import { pageOf } from './samples'
import { problem, type States } from './state'

/** Answers of the server to these messages. */
const insert: Scte35Message = {
  base64: '/DAvAAAAAAAA///wFAVIAACPf+/+c2nALv4AUsz1AAAAAAAKAAhDVUVJAAABNWLbowo=',
  sapType: 'Not Specified',
  ptsAdjustment: { ticks: 0, seconds: 0 },
  cwIndex: 255,
  tier: 4095,
  encryptionAlgorithm: null,
  spliceCommand: {
    name: 'splice_insert',
    spliceEventId: 1207959695,
    event: {
      outOfNetworkIndicator: true,
      eventIdComplianceFlag: true,
      spliceImmediateFlag: false,
      ptsTime: { ticks: 1936310318, seconds: 21514.559088888887 },
      components: null,
      breakDuration: { autoReturn: true, ticks: 5426421, seconds: 60.29356666666666 },
      uniqueProgramId: 0,
      availNum: 0,
      availsExpected: 0,
    },
  },
  spliceDescriptors: [{ name: 'avail_descriptor', providerAvailId: 309 }],
}

const signal: Scte35Message = {
  base64: '/DA4AAAAAAAA///wBQb+E0/ZAAAiAiBDVUVJSAAAjn//AAApMuADDEFCQ0QwMTIzMDAwSDABAufhFH8=',
  sapType: 'Not Specified',
  ptsAdjustment: { ticks: 0, seconds: 0 },
  cwIndex: 255,
  tier: 4095,
  encryptionAlgorithm: null,
  spliceCommand: { name: 'time_signal', ptsTime: { ticks: 324000000, seconds: 3600 } },
  spliceDescriptors: [
    {
      name: 'segmentation_descriptor',
      segmentationEventId: 1207959694,
      segmentationEventIdComplianceIndicator: true,
      segment: {
        segmentationTypeId: 48,
        segmentationTypeName: 'Provider Advertisement Start',
        segmentationDuration: { ticks: 2700000, seconds: 30 },
        components: null,
        deliveryRestrictions: null,
        segmentationUpids: [
          { type: 3, typeName: 'Ad-ID', text: 'ABCD0123000H', bytes: '414243443031323330303048' },
        ],
        segmentNum: 1,
        segmentsExpected: 2,
        subSegmentNum: null,
        subSegmentsExpected: null,
      },
    },
  ],
}

const nothing: Scte35Message = {
  base64: '/DARAAAAAAAA///wAAAAAHYd07Y=',
  sapType: 'Not Specified',
  ptsAdjustment: { ticks: 0, seconds: 0 },
  cwIndex: 255,
  tier: 4095,
  encryptionAlgorithm: null,
  spliceCommand: { name: 'splice_null' },
  spliceDescriptors: [],
}

export const ads: States = {
  'SCTE-35 decoder': {
    path: '/ad_insertion',
    answers: {
      listAdChannels: pageOf([]),
      decodeScte35: ({ body }) =>
        [insert, signal].find(({ base64 }) => base64 === body.message) ??
        (body.message.endsWith('761dd3b6')
          ? nothing
          : problem('scte35-invalid', [{ path: 'body.message', message: 'truncated' }])),
    },
  },
}
