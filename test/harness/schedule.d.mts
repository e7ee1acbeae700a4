interface Weighted {
  readonly isHeavy: boolean
}
export function choose(
  waiting: readonly Weighted[],
  running: { readonly all: number; readonly heavy: number },
  load: number,
  cores?: number,
): number
