import { cutText } from '@kinora/contract/cut-text'

/** The lines of an .env file for the token. */
export function envText({ url, id, secret }: { url: string; id: string; secret: string }): string {
  return [`KINORA_URL=${url}`, `KINORA_TOKEN_ID=${id}`, `KINORA_TOKEN_SECRET=${secret}`, ''].join('\n')
}

/** A file name made from a name: letters and digits of any script, joined by dashes. */
export function fileNameOf(name: string, ending: string): string {
  const words = name
    .normalize('NFC')
    .toLocaleLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  return `${cutText(words?.join('-') ?? '', 60) || 'kinora'}.${ending}`
}

/** The PEM text of a private key, which the API returns as base64. */
export function pemOf(privateKey: string): string {
  return atob(privateKey)
}
