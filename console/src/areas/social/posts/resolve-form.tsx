import type { SocialPost } from '@kinora/contract'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { networkName } from '../network-mark'
import { useResolvePost } from '../queries'

interface ResolveFormProps {
  readonly post: SocialPost
  readonly onClose: () => void
}

/** Dialog in which a person says where a post is whose result is unknown. */
export function ResolveForm({ post, onClose }: ResolveFormProps) {
  const t = useText()
  const formId = useId()
  const [url, setUrl] = useState('')
  const [tried, setTried] = useState(false)
  const resolve = useResolvePost(post.id)
  const address = url.trim()
  const isWrong = !/^https?:\/\//.test(address) || !URL.canParse(address)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isWrong || resolve.isPending) return
    resolve.mutate(address, {
      onSuccess: () => {
        toast({ text: t('social:posts.resolve.done'), tone: 'good' })
        onClose()
      },
    })
  }
  return (
    <FormDialog
      title={t('social:posts.resolve.title')}
      dirty={url !== ''}
      busy={resolve.isPending}
      onClose={onClose}
      cancel={t('social:posts.cancelForm')}
      submit={{ form: formId, label: t('social:posts.resolve.submit') }}
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4 pt-2">
        <p className="text-pretty text-ink-2">
          {t('social:posts.resolve.about', { network: networkName(post.network) })}
        </p>
        <TextField
          autoFocus
          ltr
          type="url"
          label={t('social:posts.resolve.field')}
          value={url}
          maxLength={500}
          onChange={setUrl}
          error={tried && isWrong ? t('messages.webAddress') : undefined}
        />
        <FormProblem error={resolve.error} />
      </form>
    </FormDialog>
  )
}
