import type { InstallationWallet } from '@kinora/contract'
import { Wallet } from '@phosphor-icons/react/dist/csr/Wallet'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { ListSearch } from '../../../ui/list-search'
import { NothingFound } from '../../../ui/nothing-found'
import { PagedList } from '../../../ui/paged-list'
import { State } from '../../../ui/state'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'
import type { Column } from '../../../ui/table-parts'
import { useLooseMoney } from '../money'
import { walletsQuery } from './queries'

const ManageWallet = lazy(async () => ({ default: (await import('./manage-wallet')).ManageWallet }))
const route = getRouteApi('/$environmentId/administration/billing')
const tones = { ok: 'good', low: 'warn', empty: 'warn', refused: 'bad' } as const satisfies Record<
  InstallationWallet['status'],
  StatusTone
>

/** Organizations with their balances and standing, the lowest balance first. */
export function Wallets() {
  const t = useText()
  const { page, q } = route.useSearch()
  const navigate = route.useNavigate()
  const [chosen, setChosen] = useState<InstallationWallet>()
  const list = useQuery(walletsQuery({ pageNum: page, ...(q !== '' && { phrase: q }) }))
  const columns = useColumns(setChosen)
  const search = (phrase: string) =>
    void navigate({ search: (old) => ({ ...old, q: phrase, page: 1 }), replace: true })
  return (
    <>
      <div className="pb-3">
        <ListSearch
          label={t('billing:administration.search')}
          phrase={q}
          onChange={search}
          className="w-80 max-sm:w-full"
        />
      </div>
      <PagedList
        label={t('billing:administration.parts.wallets')}
        columns={columns}
        list={list}
        rowName={({ name }) => name}
        onOpen={setChosen}
        page={page}
        onPage={(next, replace) => void navigate({ search: (old) => ({ ...old, page: next }), replace })}
        failed={t('billing:administration.failed')}
        safe=""
        empty={
          q === '' ? (
            <State icon={<Wallet size={20} />} title={t('billing:administration.noWallets')}>
              {t('billing:administration.noWalletsAbout')}
            </State>
          ) : (
            <NothingFound
              title={t('billing:administration.nothing', { phrase: q })}
              clear={t('billing:administration.clear')}
              onClear={() => search('')}
            >
              {t('billing:administration.nothingWhere')}
            </NothingFound>
          )
        }
      />
      <Suspense>{chosen && <ManageWallet wallet={chosen} onClose={() => setChosen(undefined)} />}</Suspense>
    </>
  )
}

function useColumns(
  onOpen: (wallet: InstallationWallet) => void,
): readonly Column<InstallationWallet, never>[] {
  const t = useText()
  const money = useLooseMoney()
  return [
    {
      id: 'name',
      head: t('billing:administration.organization'),
      cell: ({ name, isFaulty }) => (
        <span className="block min-w-0">
          <span dir="auto" className="cut own-way block font-mid text-ink">
            {name}
          </span>
          {isFaulty && <StatusMark tone="bad">{t('billing:administration.faulty')}</StatusMark>}
        </span>
      ),
    },
    {
      id: 'standing',
      head: t('billing:administration.standing'),
      width: '22%',
      from: 'sm',
      cell: ({ status, isPrepaid }) => (
        <span className="flex flex-wrap gap-x-4">
          <StatusMark tone={tones[status]}>{t(`billing:administration.statuses.${status}`)}</StatusMark>
          {isPrepaid && <StatusMark tone="hollow">{t('billing:administration.prepaid')}</StatusMark>}
        </span>
      ),
    },
    {
      id: 'plan',
      head: t('billing:administration.plan'),
      width: '150px',
      from: 'md',
      cell: ({ planName }) => (
        <span dir="auto" className="cut own-way text-ink-2">
          {planName}
        </span>
      ),
    },
    {
      id: 'balance',
      head: t('billing:administration.balance'),
      width: '130px',
      number: true,
      cell: ({ balance, currency }) => <bdi className="font-head">{money(currency, balance)}</bdi>,
    },
    {
      id: 'actions',
      head: t('billing:administration.actions'),
      quietHead: true,
      width: '104px',
      cell: (wallet) => (
        <span className="flex justify-end">
          <Button
            size="small"
            aria-label={t('billing:administration.manageNamed', { name: wallet.name })}
            onPress={() => onOpen(wallet)}
          >
            {t('billing:administration.manage')}
          </Button>
        </span>
      ),
    },
  ]
}
