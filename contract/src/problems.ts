import * as z from 'zod/mini'

/**
 * Every problem the wire can carry: its stable id, its HTTP status and its title in English. The console
 * translates by id. 401 is said only of the caller's own session or token.
 */
export const problems = {
  'request-invalid': { status: 400, title: 'The request is not valid' },
  'request-malformed': { status: 400, title: 'The request could not be read' },
  'session-missing': { status: 401, title: 'Sign in first' },
  'session-expired': { status: 401, title: 'Token expired' },
  'credentials-wrong': { status: 403, title: 'The e-mail or the password is wrong' },
  'account-locked': { status: 403, title: 'Too many attempts: sign-in is locked for a while' },
  'email-unverified': { status: 403, title: 'Confirm your e-mail address first' },
  'otp-wrong': { status: 403, title: 'The code is wrong or no longer valid' },
  'second-factor-required': { status: 403, title: 'Enter the code of your authenticator' },
  'second-factor-wrong': { status: 403, title: 'The code of your authenticator is wrong' },
  'password-wrong': { status: 403, title: 'The present password is wrong' },
  'google-refused': { status: 403, title: 'Google did not confirm this sign-in' },
  'sign-up-closed': { status: 403, title: 'Sign-up is by invitation only' },
  'invitation-other': { status: 403, title: 'This invitation is for another e-mail address' },
  forbidden: { status: 403, title: 'Your role does not allow this' },
  'role-too-strong': { status: 403, title: 'That would give or take more rights than you have' },
  'person-only': { status: 403, title: 'Only a signed-in person can do this' },
  impersonating: { status: 403, title: 'Not while you act as somebody else' },
  'environment-mismatch': { status: 403, title: 'This API token belongs to another environment' },
  'playback-token-missing': { status: 403, title: 'This video needs a playback token' },
  'playback-token-invalid': { status: 403, title: 'The playback token is not valid for this' },
  'organization-inactive': { status: 403, title: 'This organization is inactive. Please contact support' },
  'not-found': { status: 404, title: 'There is no such thing here' },
  'email-taken': { status: 409, title: 'There is already an account with this e-mail' },
  'name-taken': { status: 409, title: 'This name is taken' },
  'password-same': { status: 409, title: 'Enter a new password' },
  'second-factor-on': { status: 409, title: 'The second factor is on already' },
  'member-exists': { status: 409, title: 'They are a member already' },
  'last-owner': { status: 409, title: 'An organization needs an owner: make somebody else one first' },
  'role-built-in': { status: 409, title: 'This role is part of the product and stays as it is' },
  'role-in-use': { status: 409, title: 'This role is in use' },
  'token-revoked': { status: 409, title: 'This token was revoked' },
  'limit-reached': { status: 409, title: 'You have as many of these as there can be' },
  'webhook-limit': { status: 409, title: 'This environment has as many webhooks as it can' },
  'webhook-disabled': { status: 409, title: 'This webhook is disabled' },
  'idempotency-in-flight': { status: 409, title: 'The same request is still being worked on' },
  'idempotency-unknown': { status: 409, title: 'This was done already, and its answer is not known' },
  'upload-incomplete': { status: 409, title: 'Parts of the file are still missing' },
  'upload-part-mismatch': { status: 409, title: 'A part of the file is not what was sent' },
  'upload-closed': { status: 409, title: 'This upload was completed or cancelled' },
  'content-not-ready': { status: 409, title: 'This video cannot do that in its present state' },
  'in-trash': { status: 409, title: 'This is in the trash: restore it first' },
  'changed-since': { status: 409, title: 'This was changed again since' },
  'folder-limit': { status: 409, title: 'This environment has as many folders as it can' },
  'folder-too-deep': { status: 409, title: 'Folders cannot be nested that deep' },
  'folder-within-itself': { status: 409, title: 'A folder cannot be moved into itself' },
  'subtitle-limit': { status: 409, title: 'This video has as many subtitles as it can' },
  'invitation-over': { status: 410, title: 'This invitation has expired, was used or was taken back' },
  'body-too-large': { status: 413, title: 'The request is too large' },
  'media-type-unsupported': { status: 415, title: 'Send JSON' },
  'range-not-satisfiable': { status: 416, title: 'The file does not reach that far' },
  'idempotency-mismatch': { status: 422, title: 'This idempotency key was used for another request' },
  'image-unreadable': { status: 422, title: 'The file cannot be read as a picture' },
  'subtitle-unreadable': { status: 422, title: 'The file cannot be read as subtitles' },
  'url-not-allowed': { status: 422, title: 'This address may not be fetched' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  'mp4-failed': { status: 500, title: 'The MP4 file could not be made' },
  unavailable: { status: 503, title: 'The service is starting or stopping' },
  timeout: { status: 504, title: 'That took too long' },
  'storage-full': { status: 507, title: 'The storage is nearly full' },
} as const

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
  'media-dimensions': { retryable: false, title: 'The picture is too large or too small' },
  'media-frame-rate': { retryable: false, title: 'The frame rate is too high' },
  'media-duration': { retryable: false, title: 'The video has no length, or is longer than 24 hours' },
  'media-codec': { retryable: false, title: 'The file uses a codec that is not supported' },
  'encode-failed': { retryable: true, title: 'Encoding failed' },
  'encode-time-limit': { retryable: true, title: 'Encoding took too long' },
  'encode-memory-limit': { retryable: true, title: 'Encoding ran out of memory' },
  'encode-output-limit': { retryable: true, title: 'The result grew too large' },
  'encode-stalled': { retryable: true, title: 'Encoding stopped making progress' },
  'source-missing': { retryable: false, title: 'The source file is not there' },
  'storage-failed': { retryable: true, title: 'The storage did not answer' },
  'storage-full': { retryable: true, title: 'The storage is nearly full' },
  'download-failed': { retryable: true, title: 'The address did not deliver the file' },
  'download-refused': { retryable: false, title: 'The address may not be fetched' },
  'download-too-large': { retryable: false, title: 'The file at the address is too large' },
  'download-time-limit': { retryable: true, title: 'Fetching the file took too long' },
} as const
export type MediaErrorId = keyof typeof mediaErrors
export const mediaErrorIds = Object.keys(mediaErrors) as [MediaErrorId, ...MediaErrorId[]]
