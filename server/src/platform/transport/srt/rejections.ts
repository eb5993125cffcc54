/** Rejection codes in the handshake: those of the protocol (draft-sharabayko-srt-01, table 7), then those of libsrt's
 * `access_control.h`, which are HTTP status codes plus 1000. */
export const SRT_REJECTIONS = {
  tooManyConnections: 1003,
  version: 1008,
  sameCookie: 1009,
  wrongPassphrase: 1010,
  noPassphrase: 1011,
  badRequest: 2400,
  unauthorized: 2401,
  overload: 2402,
  forbidden: 2403,
  notFound: 2404,
  badMode: 2405,
  conflict: 2409,
  codec: 2415,
  internal: 2500,
} as const
