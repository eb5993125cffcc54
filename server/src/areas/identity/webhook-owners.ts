import { eq } from 'drizzle-orm'
import type { Identity } from './identity.ts'
import { webhookLetter } from './letters.ts'
import { users } from './tables.ts'

/** Mails whoever made a webhook that it was disabled. The notice stands in the console as well, so it is tried once. */
export async function tellWebhookOwner(
  { db, mail, log }: Identity,
  webhook: { url: string; createdBy: string; because: 'failing' | 'gone' },
): Promise<void> {
  const [user] = await db.select().from(users).where(eq(users.id, webhook.createdBy))
  if (!user) return
  try {
    await mail.send({ to: user.email, ...webhookLetter(user.language, webhook) })
  } catch (err) {
    log.warn({ err }, 'the maker of a disabled webhook could not be told by mail')
  }
}
