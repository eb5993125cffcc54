import type { Portrait } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { LinkButton } from '../../../ui/link-button'
import { ListFault } from '../../../ui/list-fault'
import { Progress } from '../../../ui/progress'
import { Section } from '../../../ui/section'
import { Skeleton } from '../../../ui/skeleton'
import { Switch } from '../../../ui/switch'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights, useWorkspace } from '../../identity'
import { contentQuery, Stage } from '../../library'
import { PathEditor } from '../paths/path-editor'
import { failureText } from '../portraits/portrait-status'
import { isBusy, portraitPathQuery, useRenderPortrait, useUpdatePortrait } from '../queries'

/** The original with the moving frame beside the result. */
export function Overview({ portrait }: { readonly portrait: Portrait }) {
  return (
    <div className="mt-4 grid gap-8 lg:grid-cols-[minmax(0,1fr)_300px]">
      <Original portrait={portrait} />
      <Result portrait={portrait} />
    </div>
  )
}

function Original({ portrait }: { readonly portrait: Portrait }) {
  const t = useText()
  const { environment } = useWorkspace()
  const { update } = useRights('Portrait Pro', 'Portrait')
  const isLooked = portrait.size !== null
  const content = useQuery(contentQuery(environment.id, portrait.contentId))
  const path = useQuery({ ...portraitPathQuery(environment.id, portrait.id), enabled: isLooked })
  if (content.isError && !content.data)
    return <ListFault title={t('portrait:page.noVideo')} safe={t('ui:safe')} list={content} />
  if (path.isError && !path.data)
    return <ListFault title={t('portrait:page.noVideo')} safe={t('ui:safe')} list={path} />
  if (!content.data || (isLooked && !path.data)) return <Skeleton className="aspect-[16/9] w-full" />
  if (!path.data)
    return (
      <Suspense fallback={<Skeleton className="aspect-[16/9] w-full" />}>
        <Stage content={content.data} startAt={undefined} label={t('portrait:page.original')} />
      </Suspense>
    )
  return (
    <PathEditor
      // A saved path starts a new draft.
      key={path.data.version}
      portrait={portrait}
      path={path.data}
      content={content.data}
      mayChange={update && !isBusy(portrait)}
    />
  )
}

function Result({ portrait }: { readonly portrait: Portrait }) {
  const t = useText()
  const { environment } = useWorkspace()
  const { update } = useRights('Portrait Pro', 'Portrait')
  const { status, progress, reason, resultId, shape } = portrait
  const render = useRenderPortrait(portrait)
  const change = useUpdatePortrait(portrait)
  const report = useProblemToast(t('portrait:actions.failed'))
  const result = useQuery({
    ...contentQuery(environment.id, resultId ?? ''),
    enabled: resultId !== null,
  })
  const [width = 9, height = 16] = shape.split(':').map(Number)
  return (
    <Section title={t('portrait:page.result')}>
      <div className="flex max-w-[300px] flex-col gap-3 pt-3 max-lg:mx-auto">
        {status === 'failed' && reason !== null && (
          <Banner
            tone="bad"
            live
            action={
              update && (
                <Button
                  size="small"
                  busy={render.isPending}
                  onPress={() => render.mutate(null, { onError: report })}
                >
                  {t('portrait:page.retry')}
                </Button>
              )
            }
          >
            {failureText(t, reason)}
          </Banner>
        )}
        {isBusy(portrait) && (
          <div role="status">
            <p className="pb-2 text-13">{t(`portrait:states.${status}`)}</p>
            <Progress label={t(`portrait:states.${status}`)} value={progress > 0 ? progress : undefined} />
          </div>
        )}
        {result.data ? (
          <>
            <Suspense fallback={<Skeleton className="w-full" />}>
              <Stage
                content={result.data}
                startAt={undefined}
                ratio={width / height}
                label={t('portrait:page.result')}
              />
            </Suspense>
            <LinkButton
              to="/$environmentId/videos/$contentId"
              params={{ environmentId: environment.id, contentId: result.data.id }}
            >
              {t('portrait:page.open')}
            </LinkButton>
          </>
        ) : (
          <div className="hatched w-full rounded-3 bg-sunk" style={{ aspectRatio: width / height }} />
        )}
        <Switch
          on={change.variables?.captions ?? portrait.captions}
          disabled={!update || change.isPending || isBusy(portrait)}
          onChange={(captions) => change.mutate({ captions }, { onError: report, onSettled: change.reset })}
        >
          {t('portrait:form.captions')}
        </Switch>
      </div>
    </Section>
  )
}
