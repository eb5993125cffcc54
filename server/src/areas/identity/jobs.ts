import { type AnyHandler, defineHandler } from '../../platform/jobs/jobs.ts'
import { type CodeEmail, claimSignUpNotice, makeCode } from './accounts/one-time-codes.ts'
import { codeEmail, signUpNotice, webhookEmail } from './emails/emails.ts'
import { originOf } from './emails/origin.ts'
import type { Identity } from './identity.ts'
import { codeJob, invitationJob, logoRemovalJob, webhookEmailJob } from './job-definitions.ts'
import { sendInvitation } from './members/invitation-email.ts'
import { removeLogo } from './organizations/logos.ts'

/** Identity's jobs. */
export function identityJobs(identity: Identity): AnyHandler[] {
  return [
    defineHandler({
      definition: codeJob,
      run: ({ purpose, email }, { isRetry }) => sendCode(identity, purpose, email, isRetry),
      // The sign-in screen offers to send another code.
      failed: async () => undefined,
    }),
    defineHandler({
      definition: logoRemovalJob,
      run: (input) => removeLogo(identity, input),
      // The only effect is a small unused file.
      failed: async () => undefined,
    }),
    defineHandler({
      definition: invitationJob,
      run: async ({ invitationId }) => {
        await sendInvitation(identity, invitationId)
      },
      // The members list shows the invitation as pending and offers to resend it.
      failed: async () => undefined,
    }),
    defineHandler({
      definition: webhookEmailJob,
      run: ({ to, language, url, because }) =>
        identity.mail.send({ to, ...webhookEmail(language, { url, because }) }),
      // The console also shows the disabled webhook.
      failed: async () => undefined,
    }),
  ]
}

async function sendCode(
  identity: Identity,
  asked: CodeEmail,
  email: string,
  isRetry: boolean,
): Promise<void> {
  const owner = asked === 'sign-up' ? await claimSignUpNotice(identity, email, isRetry) : null
  if (owner !== null) {
    const url = `${originOf(identity)}/signin`
    return identity.mail.send({ to: owner.to, ...signUpNotice(owner.language, url) })
  }
  const purpose = asked === 'sign-up' ? 'verify-email' : asked
  const created = await makeCode(identity, purpose, email, isRetry)
  if (created === null) return
  await identity.mail.send({ to: created.to, ...codeEmail(created.language, purpose, created.code) })
}
