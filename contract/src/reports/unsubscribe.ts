import * as z from 'zod/mini'
import { call } from '../call.ts'
import { defineFeature } from '../feature.ts'

const path = '/data/api/v1/unsubscribe'
const ticket = z.string().check(z.minLength(20), z.maxLength(2000))

const unsubscribeCalls = {
  unsubscribePage: call({
    method: 'GET',
    path,
    summary: 'The page behind the link in emails of reports. It changes nothing: its button does.',
    caller: 'none',
    query: z.object({ ticket }),
    kind: 'file',
    status: 200,
    problems: ['link-over'],
    perMinute: 60,
  }),
  unsubscribeFromReport: call({
    method: 'POST',
    path,
    summary:
      'Send no more emails of a report to the recipient of the link. Mail programs call it with one click (RFC 8058).',
    caller: 'none',
    query: z.object({ ticket }),
    kind: 'empty',
    status: 200,
    problems: ['link-over'],
    perMinute: 60,
  }),
}

export const unsubscribeFeature = defineFeature({
  calls: unsubscribeCalls,
})
