/** Player and renditions; from 1280 px on, a second column for details. */
export const columnsLook = 'mt-4 grid gap-9 lg:grid-cols-[minmax(0,1fr)_368px] max-lg:gap-8'

export const sectionHeadLook = 'flex min-h-9 items-center justify-between gap-3 border-b border-rule-2'
export const sectionTitleLook = 'text-14 font-head'
