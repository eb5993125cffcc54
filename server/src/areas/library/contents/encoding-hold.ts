/** Key of the money that is reserved for the encoding of a new video. */
export function encodingHold(contentId: string): string {
  return `encode:${contentId}`
}
