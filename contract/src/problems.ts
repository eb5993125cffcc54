import * as z from 'zod/mini'
import { activityProblems } from './activity/problems.ts'
import { deliveryProblems } from './delivery/problems.ts'
import { identityProblems } from './identity/problems.ts'
import { libraryProblems } from './library/problems.ts'

/** What can go wrong with any call: HTTP status and English title by id. */
const platformProblems = {
  'request-invalid': { status: 400, title: 'The request is not valid' },
  'request-malformed': { status: 400, title: 'The request could not be read' },
  'session-missing': { status: 401, title: 'Sign in first' },
  'session-expired': { status: 401, title: 'Token expired' },
  forbidden: { status: 403, title: 'Your role does not allow this' },
  'person-only': { status: 403, title: 'Only a signed-in person can do this' },
  impersonating: { status: 403, title: 'Not while you act as somebody else' },
  'environment-mismatch': { status: 403, title: 'This API token belongs to another environment' },
  'organization-inactive': { status: 403, title: 'This organization is inactive. Please contact support' },
  'not-found': { status: 404, title: 'There is no such thing here' },
  'name-taken': { status: 409, title: 'This name is taken' },
  'limit-reached': { status: 409, title: 'You have as many of these as there can be' },
  'idempotency-in-flight': { status: 409, title: 'The same request is still being worked on' },
  'idempotency-unknown': { status: 409, title: 'This was done already, and its answer is not known' },
  'body-too-large': { status: 413, title: 'The request is too large' },
  'media-type-unsupported': { status: 415, title: 'Send JSON' },
  'range-not-satisfiable': { status: 416, title: 'The file does not reach that far' },
  'idempotency-mismatch': { status: 422, title: 'This idempotency key was used for another request' },
  'image-unreadable': { status: 422, title: 'The file cannot be read as a picture' },
  'url-not-allowed': { status: 422, title: 'This address may not be fetched' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'The service is starting or stopping' },
  timeout: { status: 504, title: 'That took too long' },
  'storage-full': { status: 507, title: 'The storage is nearly full' },
} as const

/** Every problem the wire can carry. 401 is said only of the caller's own session or token. */
export const problems = {
  ...platformProblems,
  ...identityProblems,
  ...activityProblems,
  ...deliveryProblems,
  ...libraryProblems,
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

/** Why a video or one of its renditions failed; `retryable` says whether `refetch` can help. */
export const mediaErrors = {
  'media-unreadable': { retryable: false, title: 'The file cannot be read as video' },
  'media-no-tracks': { retryable: false, title: 'The file holds neither picture nor sound' },
  'media-no-sound': { retryable: false, title: 'The file holds no sound that can be read' },
  'media-dimensions': { retryable: false, title: 'The picture is too large or too small' },
  'media-frame-rate': { retryable: false, title: 'The frame rate is too high' },
  'media-duration': { retryable: false, title: 'The video has no length, or is longer than 24 hours' },
  'media-codec': { retryable: false, title: 'The file uses a codec that is not supported' },
  'encode-failed': { retryable: true, title: 'Encoding failed' },
  'encode-time-limit': { retryable: true, title: 'Encoding took too long' },
  'encode-memory-limit': { retryable: true, title: 'Encoding ran out of memory' },
  'encode-output-limit': { retryable: true, title: 'The result grew too large' },
  'encode-stalled': { retryable: true, title: 'Encoding stopped making progress' },
  'codec-unavailable': { retryable: true, title: 'This installation cannot encode that' },
  'text-without-font': { retryable: true, title: 'The server has no font for letters of the text' },
  'source-missing': { retryable: false, title: 'The source file is not there' },
  'source-replaced': { retryable: false, title: 'The file that it was to be made of was replaced' },
  'storage-failed': { retryable: true, title: 'The storage did not answer' },
  'storage-full': { retryable: true, title: 'The storage is nearly full' },
  'download-failed': { retryable: true, title: 'The address did not deliver the file' },
  'download-refused': { retryable: false, title: 'The address may not be fetched' },
  'download-too-large': { retryable: false, title: 'The file at the address is too large' },
  'download-time-limit': { retryable: true, title: 'Fetching the file took too long' },
} as const
export type MediaErrorId = keyof typeof mediaErrors
export const mediaErrorIds = Object.keys(mediaErrors) as [MediaErrorId, ...MediaErrorId[]]
