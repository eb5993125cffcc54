import { logoLimits } from '@kinora/contract/identity/organizations'
import { messages } from '@kinora/contract/messages.gen'

/** An image as a data URL, or the contract's error for the file. */
export type ReadImage =
  | { readonly dataUrl: string }
  | { readonly wrong: (typeof messages)['image'] | 'too-large' }

export async function readImage(file: File): Promise<ReadImage> {
  if (!logoLimits.types.some((type) => type === file.type)) return { wrong: messages.image }
  if (file.size > logoLimits.maxBytes) return { wrong: 'too-large' }
  const dataUrl = await dataUrlOf(file)
  return dataUrl === undefined ? { wrong: messages.image } : { dataUrl }
}

/** Undefined if the browser cannot decode the file as an image. */
async function dataUrlOf(file: File): Promise<string | undefined> {
  try {
    const bitmap = await createImageBitmap(file)
    bitmap.close()
  } catch {
    return undefined
  }
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => resolve(undefined))
    reader.readAsDataURL(file)
  })
}
