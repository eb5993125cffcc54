import type { Content, ContentChange } from '@kinora/contract'
import { none, useFormat } from '../../../lib/format'
import { type Translate, useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { useUndoChange } from './queries'

interface ChangeRowProps {
  readonly content: Content
  readonly change: ContentChange
}

const editable = ['title', 'description', 'tags', 'metadata', 'playbackPolicy', 'externalId'] as const
const fields = [...editable, 'fileName'] as const
type Field = (typeof fields)[number]

export function ChangeRow({ content, change }: ChangeRowProps) {
  const t = useText()
  const format = useFormat()
  const rights = useRights('Videos', 'Video')
  const undo = useUndoChange(content.id)
  const onError = useProblemToast(t('library:changes.undoFailed'))
  const { id, createdAt, by, before, after } = change
  const changed = fields.filter((field) => field in after)
  const isMove = changed.length === 0
  const mayUndo = editable.some((field) => field in after)
  const send = () =>
    undo.mutate(id, {
      onSuccess: () => toast({ text: t('library:changes.undone'), tone: 'good' }),
      onError,
    })
  return (
    <li className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="text-12 text-ink-3">
          <time dateTime={createdAt} title={format.exactTime(createdAt)}>
            {format.moment(createdAt)}
          </time>
          <span aria-hidden> · </span>
          <bdi>{by}</bdi>
        </p>
        {isMove && <p>{t('library:changes.moved')}</p>}
        {changed.map((field) => (
          <p key={field} className="wrap-anywhere">
            <span className="font-mid">{t(`library:changes.fields.${field}`)}</span>{' '}
            <del className="text-ink-3">
              <bdi>{shown(t, field, before[field])}</bdi>
            </del>{' '}
            <ins className="no-underline">
              <bdi>{shown(t, field, after[field])}</bdi>
            </ins>
          </p>
        ))}
      </div>
      {rights.update && mayUndo && content.trashedAt === null && (
        <Button size="small" busy={undo.isPending} onPress={send}>
          <span aria-hidden>{t('library:actions.undo')}</span>
          <span className="sr-only">
            {t('library:changes.undoOf', { when: format.exactTime(createdAt) })}
          </span>
        </Button>
      )}
    </li>
  )
}

/** A value of the history in one line. */
function shown(t: Translate, field: Field, value: unknown): string {
  if (field === 'playbackPolicy' && (value === 'public' || value === 'signed'))
    return t(`library:policies.${value}`)
  if (Array.isArray(value)) return value.map(itemText).join(', ') || none
  return typeof value === 'string' && value !== '' ? value : none
}

function itemText(item: unknown): string {
  const isEntry = typeof item === 'object' && item !== null && 'key' in item && 'value' in item
  return isEntry ? `${item.key}: ${item.value}` : String(item)
}
