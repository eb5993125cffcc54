import type { Content, SocialNetwork, SocialTarget } from '@kinora/contract'
import { networkProfiles, socialWarnings } from '@kinora/contract/social/networks'
import { socialNetworks, socialPostLimits } from '@kinora/contract/social/values'
import { type FormEvent, useId, useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { momentOf } from '../../../lib/time/local-time'
import { zoneName } from '../../../lib/time/time-zone'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { useCreatePosts } from '../queries'
import { AccountChoice } from './account-choice'
import { fieldsFor, type PostDraft, privacyAt, startOf } from './post-draft'
import { PostTimeFields } from './post-time-fields'

interface BulkPostFormProps {
  /** At least one. Those that are not ready are left out. */
  readonly contents: readonly Content[]
  /** The accounts, at least one. */
  readonly targets: readonly SocialTarget[]
  readonly onClose: () => void
}

/** Dialog that posts each video with its own title, description and tags. */
export function BulkPostForm({ contents, targets, onClose }: BulkPostFormProps) {
  const t = useText()
  const format = useFormat()
  const formId = useId()
  const [start] = useState(() => startOf(targets, null, null))
  const [typed, setTyped] = useState(start)
  const [tried, setTried] = useState(false)
  const create = useCreatePosts()
  const ready = contents.filter(({ status, trashedAt }) => status === 'ready' && trashedAt === null)
  const chosen = targets.filter(({ id }) => typed.accountIds.includes(id))
  const networks = socialNetworks.filter((each) => chosen.some(({ network }) => network === each))
  const at = typed.when === 'later' ? momentOf(typed.time) : undefined
  const count = ready.length * chosen.length
  const isTooMany = count > socialPostLimits.together
  const isWrong = { account: chosen.length === 0, time: typed.when === 'later' && at === undefined }
  const change = (next: Partial<PostDraft>) => setTyped({ ...typed, ...next })
  const required = (wrong: boolean) => (tried && wrong ? t('messages.required') : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isWrong.account || isWrong.time || isTooMany || create.isPending) return
    const when = { publishAt: at?.toISOString() ?? null, zone: zoneName(), isDraft: false }
    const posts = ready.flatMap((content) =>
      chosen.map((target) => ({
        ...fieldsFor({ ...typed, ...wordsOf(content) }, target),
        ...when,
        contentId: content.id,
      })),
    )
    create.mutate(posts, {
      onSuccess: () => {
        const one = posts.length === 1
        toast({ text: t(`social:posts.${one ? 'saved' : 'savedAll'}.${typed.when}`), tone: 'good' })
        onClose()
      },
    })
  }
  return (
    <FormDialog
      wide
      title={t('social:posts.bulk.title')}
      dirty={JSON.stringify(typed) !== JSON.stringify(start)}
      busy={create.isPending}
      onClose={onClose}
      cancel={t('social:posts.cancelForm')}
      submit={{
        form: formId,
        label: t(`social:posts.submit.${typed.when}`),
        disabled: ready.length === 0 || isTooMany,
      }}
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4 pt-2">
        <AccountChoice
          targets={targets}
          chosen={typed.accountIds}
          onChange={(accountIds) => change({ accountIds })}
          error={required(isWrong.account)}
        />
        <PostTimeFields
          when={typed.when}
          time={typed.time}
          error={required(isWrong.time)}
          onChange={change}
        />
        {networks.map((network) => (
          <NetworkChoice
            key={network}
            network={network}
            targets={chosen.filter((target) => target.network === network)}
            videos={ready}
            draft={typed}
            onChange={change}
          />
        ))}
        <p className="text-12 text-ink-3">{t('social:posts.bulk.words')}</p>
        {ready.length < contents.length && (
          <p className="text-12 text-ink-3">
            {t('social:posts.bulk.leftOut', { number: format.number(contents.length - ready.length) })}
          </p>
        )}
        {isTooMany && (
          <p role="alert" className="text-12 text-bad">
            {t('social:posts.bulk.tooMany', {
              number: format.number(count),
              most: format.number(socialPostLimits.together),
            })}
          </p>
        )}
        <FormProblem error={create.error} />
      </form>
    </FormDialog>
  )
}

interface NetworkChoiceProps {
  readonly network: SocialNetwork
  /** The chosen accounts of the network. */
  readonly targets: readonly SocialTarget[]
  readonly videos: readonly Content[]
  readonly draft: PostDraft
  readonly onChange: (next: Partial<PostDraft>) => void
}

/** The part of the form for one network: who can watch, and the videos that do not keep its limits. */
function NetworkChoice({ network, targets, videos, draft, onChange }: NetworkChoiceProps) {
  const t = useText()
  const format = useFormat()
  const { name, privacies, needsAudit } = networkProfiles[network]
  const privacy = privacyAt(draft, network)
  const beyond = videos.filter((content) => {
    const facts = { durationS: content.duration, bytes: content.source.size }
    return socialWarnings(network, wordsOf(content), facts).length > 0
  })
  const staysPrivate = needsAudit && privacy !== 'private' && targets.some(({ isAudited }) => !isAudited)
  const warnings = [
    ...(targets.some(({ state }) => state === 'reconnect') ? [t('social:posts.warnings.reconnect')] : []),
    ...(staysPrivate ? [t('social:posts.warnings.private', { network: name })] : []),
    ...(beyond.length > 0
      ? [
          t('social:posts.bulk.beyond', {
            network: name,
            number: format.number(beyond.length),
            titles: format.list(beyond.slice(0, MOST_NAMED).map(({ title }) => isolate(title))),
          }),
        ]
      : []),
  ]
  return (
    <div className="flex flex-col gap-1.5">
      {privacies.length > 1 && (
        <Select
          label={t('social:posts.own.privacy', { network: name })}
          value={privacy}
          onChange={(picked) => onChange({ privacies: { ...draft.privacies, [network]: picked } })}
          options={privacies.map((id) => ({ id, label: t(`social:posts.privacy.${id}`) }))}
        />
      )}
      <div role="status">
        <ul className="flex flex-col gap-1 text-12 text-warn empty:hidden">
          {warnings.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Videos that a warning names. */
const MOST_NAMED = 3

const wordsOf = ({ title, description, tags }: Content) => ({ title, text: description ?? '', tags })
