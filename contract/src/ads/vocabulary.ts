import { defineVocabulary } from '../vocabulary.ts'

export const adVocabulary = defineVocabulary({
  objects: { ad_channel: ['Ad Insertion', 'Channel', 'read'] },
  events: {
    'video.ad_channel.created': 'ad_channel',
    'video.ad_channel.updated': 'ad_channel',
    'video.ad_channel.enabled': 'ad_channel',
    'video.ad_channel.disabled': 'ad_channel',
    'video.ad_channel.deleted': 'ad_channel',
    'video.ad_channel.ad_server_failing': 'ad_channel',
    'video.ad_channel.ad_server_answering': 'ad_channel',
  },
  eventGroups: { ads: ['ad_channel'] },
  auditActions: [
    'ad_channel.created',
    'ad_channel.updated',
    'ad_channel.enabled',
    'ad_channel.disabled',
    'ad_channel.deleted',
    'ad_break.created',
    'ad_break.updated',
    'ad_break.deleted',
  ],
})
