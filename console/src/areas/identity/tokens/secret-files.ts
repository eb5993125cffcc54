/** The lines that a program reads its token from. */
export function envText({ url, id, secret }: { url: string; id: string; secret: string }): string {
  return [`KINORA_URL=${url}`, `KINORA_TOKEN_ID=${id}`, `KINORA_TOKEN_SECRET=${secret}`, ''].join('\n')
}

/** A name for a file of that ending, made of what a thing is called: letters and digits of any script, and dashes. */
export function fileNameOf(name: string, ending: string): string {
  const words = name
    .normalize('NFC')
    .toLocaleLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  return `${words?.join('-').slice(0, 60) || 'kinora'}.${ending}`
}

/** The PEM file inside of the base64 that a signing key's private half is answered as. */
export function pemOf(privateKey: string): string {
  return atob(privateKey)
}
