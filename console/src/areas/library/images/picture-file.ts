import { isImageFileName, thumbnailLimits } from '@kinora/contract/library'
import { messages } from '@kinora/contract/messages'

/** The message of why a file cannot be a picture here; its content is the server's to judge. */
export function pictureFault({ name, size }: File): string | undefined {
  if (!isImageFileName(name)) return messages.image
  if (size === 0) return messages.imageRequired
  if (size > thumbnailLimits.fileBytes) return messages.imageTooLarge
}
