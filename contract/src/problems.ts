import * as z from 'zod/mini'
import { activityProblems } from './activity/problems.ts'
import { adProblems } from './ads/problems.ts'
import { analyticsProblems } from './analytics/problems.ts'
import { campaignProblems } from './campaigns/problems.ts'
import { deliveryProblems } from './delivery/problems.ts'
import { identityProblems } from './identity/problems.ts'
import { libraryProblems } from './library/problems.ts'
import { liveProblems } from './live/problems.ts'

/** Problems of all calls: HTTP status and English title by ID. */
const platformProblems = {
  'request-invalid': { status: 400, title: 'The request is not valid' },
  'request-malformed': { status: 400, title: 'The request could not be parsed' },
  'session-missing': { status: 401, title: 'Sign in first' },
  'session-expired': { status: 401, title: 'Token expired' },
  forbidden: { status: 403, title: 'Your role does not allow this action' },
  'person-only': { status: 403, title: 'This action requires a signed-in person' },
  impersonating: { status: 403, title: 'This action is not allowed while you act as another user' },
  'environment-mismatch': { status: 403, title: 'This API token belongs to another environment' },
  'organization-inactive': { status: 403, title: 'This organization is inactive. Please contact support' },
  'not-found': { status: 404, title: 'Not found' },
  'request-too-slow': { status: 408, title: 'The request took too long to arrive' },
  'name-taken': { status: 409, title: 'This name is already in use' },
  'limit-reached': { status: 409, title: 'You have reached the limit' },
  'idempotency-in-flight': { status: 409, title: 'The same request is still in progress' },
  'idempotency-unknown': {
    status: 409,
    title: 'This request was already processed, but its response is not available',
  },
  'body-too-large': { status: 413, title: 'The request is too large' },
  'media-type-unsupported': { status: 415, title: 'The request body must be JSON' },
  'range-not-satisfiable': { status: 416, title: 'The requested range is beyond the end of the file' },
  'host-unknown': { status: 421, title: 'This server does not answer under this name' },
  'idempotency-mismatch': { status: 422, title: 'This idempotency key was used for another request' },
  'image-unreadable': { status: 422, title: 'The file is not a valid image' },
  'url-not-allowed': { status: 422, title: 'This address is not allowed' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'An unexpected error occurred' },
  unavailable: { status: 503, title: 'The service is starting or stopping' },
  timeout: { status: 504, title: 'The request took too long' },
  'storage-full': { status: 507, title: 'The storage is almost full' },
} as const

/** All problems of the API. 401 refers only to the caller's own session or token. */
export const problems = {
  ...platformProblems,
  ...identityProblems,
  ...activityProblems,
  ...analyticsProblems,
  ...deliveryProblems,
  ...libraryProblems,
  ...liveProblems,
  ...adProblems,
  ...campaignProblems,
}

export type ProblemId = keyof typeof problems

/** The body of every error: application/problem+json. */
export const problemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.number(),
  detail: z.optional(z.string()),
  requestId: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})
export type ProblemBody = z.infer<typeof problemBody>

/** Why a video or a rendition failed. `retryable` says whether `refetch` can succeed. */
export const mediaErrors = {
  'media-unreadable': { retryable: false, title: 'The file is not a valid video' },
  'media-no-tracks': { retryable: false, title: 'The file contains neither video nor audio' },
  'media-no-sound': { retryable: false, title: 'The file contains no readable audio' },
  'media-dimensions': { retryable: false, title: 'The video is too large or too small' },
  'media-frame-rate': { retryable: false, title: 'The frame rate is too high' },
  'media-duration': { retryable: false, title: 'The video has no duration, or is longer than 24 hours' },
  'media-no-frames': { retryable: false, title: 'No frame of the video can be decoded' },
  'media-codec': { retryable: false, title: 'The file uses an unsupported codec' },
  'encode-failed': { retryable: true, title: 'Encoding failed' },
  'encode-time-limit': { retryable: true, title: 'Encoding took too long' },
  'encode-memory-limit': { retryable: true, title: 'Encoding ran out of memory' },
  'encode-output-limit': { retryable: true, title: 'The output is too large' },
  'encode-stalled': { retryable: true, title: 'Encoding stopped making progress' },
  'codec-unavailable': { retryable: true, title: 'This installation cannot encode this codec' },
  'text-without-font': { retryable: true, title: 'The server has no font for some characters of the text' },
  'source-missing': { retryable: false, title: 'The source file is missing' },
  'source-replaced': { retryable: false, title: 'The source file has been replaced' },
  'storage-failed': { retryable: true, title: 'The storage did not respond' },
  'storage-full': { retryable: true, title: 'The storage is almost full' },
  'download-failed': { retryable: true, title: 'The file could not be downloaded from the address' },
  'download-refused': { retryable: false, title: 'This address is not allowed' },
  'download-too-large': { retryable: false, title: 'The file at the address is too large' },
  'download-time-limit': { retryable: true, title: 'The download took too long' },
} as const
export type MediaErrorId = keyof typeof mediaErrors
export const mediaErrorIds = Object.keys(mediaErrors) as [MediaErrorId, ...MediaErrorId[]]
