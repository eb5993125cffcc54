import { alertLimits } from '@kinora/contract'
import { and, eq, isNull } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { alertChannels, alertMessages, type ChannelRow } from '../tables.ts'

/** Whether nothing was accepted for a day. */
export function hasFailedTooLong({ failingSince }: Pick<ChannelRow, 'failingSince'>, now: Date): boolean {
  return failingSince !== null && addSeconds(failingSince, alertLimits.disabledAfterS) <= now
}

/** Disables a channel that keeps failing, and drops its waiting messages. The event makes identity email its creator
 * and the administrators. */
export async function disableChannel(tx: Transaction, channel: ChannelRow, at: Date): Promise<void> {
  const { id, environmentId, name, kind, fault, createdById } = channel
  const [row] = await tx
    .update(alertChannels)
    .set({ disabledAt: at })
    .where(and(rowOf(alertChannels, channel), isNull(alertChannels.disabledAt)))
    .returning()
  if (row === undefined) return
  await dropMessages(tx, channel, 'the channel is disabled')
  const object = { type: 'alert_channel', id, name } as const
  const data = { channelId: id, name, kind, fault, createdBy: createdById }
  await recordChange(tx, null, { environmentId, object, event: { type: 'alert_channel.disabled', data } }, at)
}

/** Ends the waiting messages of a channel. */
export async function dropMessages(
  tx: Transaction,
  { id, environmentId }: Pick<ChannelRow, 'id' | 'environmentId'>,
  fault: string,
): Promise<void> {
  await tx
    .update(alertMessages)
    .set({ state: 'failed', fault, claimedUntil: null })
    .where(
      and(
        eq(alertMessages.environmentId, environmentId),
        eq(alertMessages.channelId, id),
        eq(alertMessages.state, 'due'),
      ),
    )
}
