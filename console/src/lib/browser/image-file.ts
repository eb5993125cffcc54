import { isImageFileName, thumbnailLimits } from '@kinora/contract/library'
import { messages } from '@kinora/contract/messages.gen'

/** The error of an image file that can be checked without reading it; the server checks the content. */
export function imageFileError({ name, size }: File): string | undefined {
  if (!isImageFileName(name)) return messages.image
  if (size === 0) return messages.imageRequired
  if (size > thumbnailLimits.fileBytes) return messages.imageTooLarge
}
