/** A range of rows that one transaction of long work takes: their numbers from the first to the last. */
export interface Range {
  readonly from: number
  readonly to: number
}
