import type { Content, SocialPost, SocialTarget } from '@kinora/contract'
import { socialNetworks, socialPostLimits } from '@kinora/contract/social/values'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, Suspense, useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { momentOf } from '../../../lib/time/local-time'
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
import { useCreatePosts, useUpdatePost } from '../queries'
import { AccountChoice } from './account-choice'
import { NetworkPart } from './network-part'
import { fieldsFor, startOf } from './post-draft'
import { PostTimeFields } from './post-time-fields'

interface PostFormProps {
  /** The accounts, at least one. */
  readonly targets: readonly SocialTarget[]
  /** The video of the post; null lets the person choose. */
  readonly content: Content | null
  /** The post that is changed; null for new ones. */
  readonly post: SocialPost | null
  /** The day for which a new post is planned at first. */
  readonly day?: string | undefined
  readonly onClose: () => void
}

/** Dialog that posts a video to accounts, or changes a post that has not begun. */
export function PostForm({ targets, content, post, day, onClose }: PostFormProps) {
  const t = useText()
  const formId = useId()
  const { environment } = useWorkspace()
  const [start] = useState(() => startOf(targets, content, post, day))
  const [typed, setTyped] = useState(start)
  const [tried, setTried] = useState(false)
  const create = useCreatePosts()
  const update = useUpdatePost()
  const isBusy = create.isPending || update.isPending
  const loaded = useQuery({
    ...contentQuery(environment.id, typed.contentId),
    enabled: typed.contentId !== '',
  })
  const video = content ?? loaded.data ?? null
  const chosen = targets.filter(({ id }) => typed.accountIds.includes(id))
  const networks = socialNetworks.filter((each) => chosen.some(({ network }) => network === each))
  const change = (next: Partial<typeof typed>) => setTyped({ ...typed, ...next })
  const at = typed.when === 'later' ? momentOf(typed.time) : undefined
  const isWrong = {
    video: typed.contentId === '',
    account: chosen.length === 0,
    time: typed.when === 'later' && at === undefined,
  }
  const send = (isDraft: boolean) => {
    setTried(true)
    if (isWrong.video || isWrong.account || (isWrong.time && !isDraft) || isBusy) return
    const { contentId } = typed
    const bodies = chosen.map((target) => ({
      ...fieldsFor(typed, target),
      publishAt: at?.toISOString() ?? null,
      zone: zoneName(),
      isDraft,
    }))
    const onSuccess = () => {
      const what = isDraft ? 'draft' : typed.when
      const text = t(bodies.length > 1 ? `social:posts.savedAll.${what}` : `social:posts.saved.${what}`)
      toast({ text, tone: 'good' })
      onClose()
    }
    const [body] = bodies
    if (post === null)
      create.mutate(
        bodies.map((each) => ({ ...each, contentId })),
        { onSuccess },
      )
    else if (body) update.mutate({ id: post.id, body }, { onSuccess })
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
      busy={isBusy}
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
        {post === null ? (
          <AccountChoice
            targets={targets}
            chosen={typed.accountIds}
            onChange={(accountIds) => change({ accountIds })}
            error={required(isWrong.account)}
          />
        ) : (
          <Select
            label={t('social:posts.fields.account')}
            value={typed.accountIds[0] ?? null}
            onChange={(id) => change({ accountIds: [id] })}
            options={targets.map(({ id, name, network }) => ({
              id,
              label: name,
              icon: <NetworkMark network={network} size={16} />,
            }))}
            error={required(isWrong.account)}
          />
        )}
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
        <PostTimeFields
          when={typed.when}
          time={typed.time}
          error={required(isWrong.time)}
          onChange={change}
        />
        {networks.map((network) => (
          <NetworkPart
            key={network}
            network={network}
            targets={chosen.filter((target) => target.network === network)}
            draft={typed}
            video={video}
            canDiffer={post === null && networks.length > 1}
            onChange={change}
          />
        ))}
        <div>
          <Button variant="quiet" disabled={isBusy} onPress={() => send(true)}>
            {t('social:posts.saveDraft')}
          </Button>
        </div>
        <FormProblem error={create.error ?? update.error} />
      </form>
    </FormDialog>
  )
}
