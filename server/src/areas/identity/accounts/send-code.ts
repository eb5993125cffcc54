import type * as z from 'zod'
import { publicOrigin } from '../../../platform/net/public-origin.ts'
import { codeEmail, signUpNotice } from '../emails/emails.ts'
import type { Identity } from '../identity.ts'
import type { codeJob } from './jobs.ts'
import { claimSignUpNotice, makeCode } from './one-time-codes.ts'

/** Emails a code, or a notice to the owner of an address that was used to sign up again. */
export async function sendCode(
  identity: Identity,
  { purpose: asked, email, challengeHash }: z.output<typeof codeJob.input>,
  isRetry: boolean,
): Promise<void> {
  const owner = asked === 'sign-up' ? await claimSignUpNotice(identity, email, isRetry) : null
  if (owner !== null) {
    const url = `${publicOrigin(identity)}/signin`
    return identity.mail.send({ to: owner.to, ...signUpNotice(owner.language, url) })
  }
  const purpose = asked === 'sign-up' ? 'verify-email' : asked
  const created = await makeCode(
    identity,
    { purpose, email, challengeHash: Buffer.from(challengeHash, 'hex') },
    isRetry,
  )
  if (created === null) return
  await identity.mail.send({ to: created.to, ...codeEmail(created.language, purpose, created.code) })
}
