-- Every change of a campaign's state has its row in the history, those that the service makes too.
alter table campaign_history drop constraint campaign_history_action_check;
alter table campaign_history add constraint campaign_history_action_check check (action in
  ('send', 'unschedule', 'pause', 'resume', 'cancel', 'retry', 'settle', 'settle as retry', 'test', 'tested', 'promise', 'delete', 'hold',
    'begin', 'finish', 'miss', 'withdraw', 'delete client'));
