/** Targets whose cells are dates. */
export const dateTargets = ['JoinedAt', 'ConfirmedAt', 'ConsentAt', 'OptOutAt', 'BasisEndsOn'] as const
