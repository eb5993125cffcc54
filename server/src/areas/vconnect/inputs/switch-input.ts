import type { InputSource } from '@kinora/contract'
import type { Caller } from '../../../platform/auth.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import { notifyNodes } from '../ends/changes.ts'
import { type InputRow, vconnectInputs } from '../ends/tables.ts'
import { inputState, linksOf } from '../monitors/link-view.ts'
import type { Vconnect } from '../vconnect.ts'
import { getInput } from './inputs.ts'

/** Chooses the source that the connects of an input get. Its node switches with the next keyframe.
 * @throws problem not-found, vconnect-no-source */
export async function switchInput(
  { db, clock }: Pick<Vconnect, 'db' | 'clock'>,
  caller: Caller,
  id: string,
  source: InputSource,
): Promise<InputRow> {
  const { environmentId } = caller.scope
  const at = clock.now()
  return db.transaction(async (tx) => {
    const before = await getInput(tx, environmentId, id)
    const sourceId = source === 'own' ? id : before.backupInputId
    const from = sourceId === null ? null : await getInput(tx, environmentId, sourceId)
    if (from === null || before.backupInputId === null) throw problem('vconnect-no-source')
    const links = await linksOf(tx, environmentId, [from.id])
    if (inputState(links.get(from.id), from.enabled, at).state !== 'receiving')
      throw problem('vconnect-no-source')
    const chosen = { chosenSource: source, chosenAt: at }
    await tx.update(vconnectInputs).set(chosen).where(rowOf(vconnectInputs, before))
    const object = { type: 'vconnect_input', id, name: before.name } as const
    const audit = { action: 'vconnect_input.switched', after: { source } } as const
    await recordChange(tx, caller, { object, audit }, at)
    await notifyNodes(tx)
    return { ...before, ...chosen }
  })
}
