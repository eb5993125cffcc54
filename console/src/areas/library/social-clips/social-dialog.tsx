import type { Content } from '@kinora/contract'
import { type FormEvent, useId, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { Banner } from '../../../ui/banner'
import { FormDialog } from '../../../ui/form-dialog'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import type { Range } from '../timeline/range'
import { LogoChoice } from './logo-choice'
import { useCreateSocialClip } from './queries'
import { ShapeChoice } from './shape-choice'
import { firstDraft, requestBodyOf, type SocialClipDraft } from './social-clip-draft'
import { SocialPreview } from './social-preview'
import { TextChoice } from './text-choice'

interface SocialDialogProps {
  readonly content: Content
  readonly range: Range
  readonly onClose: () => void
}

/** Makes a social clip of a range, with a preview. */
export function SocialDialog({ content, range, onClose }: SocialDialogProps) {
  const t = useText()
  const format = useFormat()
  const formId = useId()
  const create = useCreateSocialClip()
  const [draft, setDraft] = useState(firstDraft)
  const change = (next: Partial<SocialClipDraft>) => setDraft((old) => ({ ...old, ...next }))
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending) return
    create.mutate(requestBodyOf(draft, content.id, range), {
      onSuccess: () => {
        toast({ text: t('library:social.made'), tone: 'good' })
        onClose()
      },
    })
  }
  const times = { from: format.duration(range.start), to: format.duration(range.end) }
  return (
    <FormDialog
      title={t('library:social.title')}
      widest
      dirty={draft !== firstDraft}
      busy={create.isPending}
      cancel={t('library:actions.cancel')}
      onClose={onClose}
      submit={{ form: formId, label: t('library:social.submit') }}
    >
      <div className="grid gap-8 sm:grid-cols-[minmax(0,1fr)_320px]">
        <form id={formId} onSubmit={send} noValidate className="flex min-w-0 flex-col gap-4">
          <p className="text-12 text-ink-3">{t('library:social.about')}</p>
          <ShapeChoice draft={draft} onChange={change} />
          <TextChoice content={content} draft={draft} onChange={change} />
          <LogoChoice draft={draft} onChange={change} />
          <TextField
            optional
            label={t('library:fields.name')}
            maxLength={200}
            value={draft.name}
            onChange={(name) => change({ name })}
          />
          {create.error && (
            <Banner tone="bad" live>
              <SocialClipError error={create.error} />
            </Banner>
          )}
        </form>
        <div className="flex flex-col items-center gap-1 pt-1 max-sm:order-first">
          <SocialPreview content={content} at={range.start} draft={draft} />
          <p className="tabular text-12 text-ink-3">{t('library:clips.fromTo', times)}</p>
        </div>
      </div>
    </FormDialog>
  )
}

/** Shows the message of the field if there is one: the dialog has no fields for the times. */
function SocialClipError({ error }: { readonly error: Error }) {
  const t = useText()
  if (!(error instanceof Problem)) return t('ui:brokenPage')
  const [first] = error.errors
  return first ? messageText(t, first.message) : problemText(t, error)
}
