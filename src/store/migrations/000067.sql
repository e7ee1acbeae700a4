-- Opens and clicks by date, for pages of Campaign.PageEvents: each page read and sorted all of a campaign.
create index hits_by_date on hits (client_id, campaign_id, kind, at, number) where method = 'GET';
