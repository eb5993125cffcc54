import type { Content, SocialPost, SocialTarget } from '@kinora/contract'
import { networkProfiles } from '@kinora/contract/social/networks'
import { socialPostLimits } from '@kinora/contract/social/values'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, Suspense, useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { localTime, momentOf } from '../../../lib/time/local-time'
import { zoneName } from '../../../lib/time/time-zone'
import { Button } from '../../../ui/button'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { TagInput } from '../../../ui/tag-input'
import { TextArea } from '../../../ui/text-area'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem, useWorkspace } from '../../identity'
import { contentQuery, VideoSelect } from '../../library'
import { NetworkMark } from '../network-mark'
import { type PostBody, useSavePost } from '../queries'
import { PostTimeFields, type When } from './post-time-fields'
import { PostWarnings } from './post-warnings'

interface PostFormProps {
  /** The accounts, at least one. */
  readonly targets: readonly SocialTarget[]
  /** The video of the post; null lets the person choose. */
  readonly content: Content | null
  /** The post that is changed; null for a new one. */
  readonly post: SocialPost | null
  readonly onClose: () => void
}

/** Dialog that posts a video to an account, or changes a post that has not begun. */
export function PostForm({ targets, content, post, onClose }: PostFormProps) {
  const t = useText()
  const formId = useId()
  const { environment } = useWorkspace()
  const [start] = useState(() => startOf(targets, content, post))
  const [typed, setTyped] = useState(start)
  const [tried, setTried] = useState(false)
  const save = useSavePost(post?.id ?? null)
  const chosen = useQuery({
    ...contentQuery(environment.id, typed.contentId),
    enabled: typed.contentId !== '',
  })
  const video = content ?? chosen.data ?? null
  const target = targets.find(({ id }) => id === typed.accountId)
  const change = (next: Partial<typeof typed>) => setTyped({ ...typed, ...next })
  const at = typed.when === 'later' ? momentOf(typed.time) : undefined
  const isWrong = {
    video: typed.contentId === '',
    account: target === undefined,
    time: typed.when === 'later' && at === undefined,
  }
  const send = (isDraft: boolean) => {
    setTried(true)
    if (isWrong.video || isWrong.account || (isWrong.time && !isDraft) || save.isPending) return
    const { accountId, title, text, tags, privacy } = typed
    const publishAt = at?.toISOString() ?? null
    const body: PostBody = {
      accountId,
      title: title.trim(),
      text,
      tags,
      privacy,
      publishAt,
      zone: zoneName(),
      isDraft,
    }
    save.mutate(
      { contentId: typed.contentId, body },
      {
        onSuccess: () => {
          const what = isDraft ? 'draft' : typed.when
          toast({ text: t(`social:posts.saved.${what}`), tone: 'good' })
          onClose()
        },
      },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(false)
  }
  const required = (wrong: boolean) => (tried && wrong ? t('messages.required') : undefined)
  return (
    <FormDialog
      wide
      title={t(post === null ? 'social:posts.new' : 'social:posts.edit')}
      dirty={JSON.stringify(typed) !== JSON.stringify(start)}
      busy={save.isPending}
      onClose={onClose}
      cancel={t('social:posts.cancelForm')}
      submit={{ form: formId, label: t(`social:posts.submit.${typed.when}`) }}
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4 pt-2">
        {content === null && post === null && (
          <Suspense>
            <VideoSelect
              label={t('social:posts.fields.video')}
              value={typed.contentId}
              onChange={(contentId) => change({ contentId })}
              error={required(isWrong.video)}
            />
          </Suspense>
        )}
        <Select
          label={t('social:posts.fields.account')}
          value={typed.accountId === '' ? null : typed.accountId}
          onChange={(accountId) =>
            change({ accountId, privacy: privacyAt(targets, accountId, typed.privacy) })
          }
          options={targets.map(({ id, name, network }) => ({
            id,
            label: name,
            icon: <NetworkMark network={network} size={16} />,
          }))}
          error={required(isWrong.account)}
        />
        <TextField
          label={t('social:posts.fields.title')}
          value={typed.title}
          maxLength={socialPostLimits.title}
          onChange={(title) => change({ title })}
        />
        <TextArea
          optional
          ownWay
          label={t('social:posts.fields.text')}
          value={typed.text}
          onChange={(text) => change({ text: text.slice(0, socialPostLimits.text) })}
        />
        <TagInput
          optional
          label={t('social:posts.fields.tags')}
          value={typed.tags}
          onChange={(tags) => change({ tags: tags.slice(0, socialPostLimits.tags) })}
        />
        {target && (
          <Select
            label={t('social:posts.privacy.label')}
            value={typed.privacy}
            onChange={(privacy) => change({ privacy })}
            options={networkProfiles[target.network].privacies.map((id) => ({
              id,
              label: t(`social:posts.privacy.${id}`),
            }))}
          />
        )}
        <PostTimeFields
          when={typed.when}
          time={typed.time}
          error={required(isWrong.time)}
          onChange={change}
        />
        {target && (
          <PostWarnings
            network={target.network}
            written={{
              title: typed.title,
              text: typed.text,
              tags: typed.tags,
              durationS: video?.duration ?? null,
            }}
            staysPrivate={
              networkProfiles[target.network].needsAudit && !target.isAudited && typed.privacy !== 'private'
            }
            mustReconnect={target.state === 'reconnect'}
          />
        )}
        <div>
          <Button variant="quiet" disabled={save.isPending} onPress={() => send(true)}>
            {t('social:posts.saveDraft')}
          </Button>
        </div>
        <FormProblem error={save.error} />
      </form>
    </FormDialog>
  )
}

function startOf(targets: readonly SocialTarget[], content: Content | null, post: SocialPost | null) {
  if (post === null) {
    const first = targets.find(({ state }) => state === 'connected') ?? targets[0]
    return {
      contentId: content?.id ?? '',
      accountId: first?.id ?? '',
      title: content?.title ?? '',
      text: content?.description ?? '',
      tags: content?.tags ?? [],
      privacy: privacyAt(targets, first?.id ?? '', 'private'),
      when: 'now' as When,
      time: '',
    }
  }
  const { contentId, accountId, title, text, tags, privacy, publishAt } = post
  return {
    contentId,
    accountId: accountId ?? '',
    title,
    text,
    tags,
    privacy,
    when: (publishAt === null ? 'now' : 'later') as When,
    time: publishAt === null ? '' : localTime(new Date(publishAt)),
  }
}

/** The chosen privacy, or the most private one that the network of an account has. */
function privacyAt(
  targets: readonly SocialTarget[],
  accountId: string,
  chosen: SocialPost['privacy'],
): SocialPost['privacy'] {
  const target = targets.find(({ id }) => id === accountId)
  const privacies = target ? networkProfiles[target.network].privacies : []
  return privacies.includes(chosen) ? chosen : (privacies.at(-1) ?? chosen)
}
