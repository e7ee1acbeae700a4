<?php
/*
 * The scenario of ../facts.ts, told by PHP's SoapClient. Prints the facts as JSON.
 * Arguments: WSDL, SOAP version (1.1 or 1.2), API key, page, then a word that makes names unique.
 */
declare(strict_types=1);

class Result
{
    public $Code;
    public $Message;
}

[, $wsdl, $version, $key, $page, $word] = $argv;
$api = new SoapClient($wsdl, [
    'soap_version' => $version === '1.2' ? SOAP_1_2 : SOAP_1_1,
    'cache_wsdl' => WSDL_CACHE_NONE,
    'exceptions' => true,
    'classmap' => ['Result' => 'Result'],
    'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
]);

/** What an untyped result holds: PHP wraps a value it knows no class for. */
function value(object $response, string $name)
{
    $result = $response->{$name . 'Result'};
    return $result instanceof SoapVar ? $result->enc_value : $result;
}

function code(object $response, string $name): int
{
    return (int) $response->{$name . 'Result'}->Code;
}

/** The items of an array result. */
function items($value, string $item): array
{
    $items = ((array) $value)[$item] ?? [];
    return array_map(fn($entry) => $entry instanceof SoapVar ? $entry->enc_value : $entry, is_array($items) ? $items : [$items]);
}

$facts = [];
$clientId = value($api->CreateClient([
    'ApiKey' => $key,
    'CompanyName' => 'Blüte & <Söhne>',
    'ContactName' => 'Çarla "Bloom"',
    'EmailAddress' => "$word@bloom.example",
    'Country' => 'Germany',
    'Timezone' => '(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna',
]), 'Client.Create');
$facts['clientCreated'] = $clientId;
$facts['accessSet'] = code($api->UpdateClientAccessAndBilling([
    'ApiKey' => $key,
    'ClientID' => $clientId,
    'AccessLevel' => 3,
    'Username' => "carla-$word",
    'Password' => 'correct horse battery',
    'BillingType' => '',
    'Currency' => '',
    'DeliveryFee' => '',
    'CostPerRecipient' => '',
    'DesignAndSpamTestFee' => '',
]), 'Client.UpdateAccessAndBilling');
$facts['client'] = value($api->GetClientDetail(['ApiKey' => $key, 'ClientID' => $clientId]), 'Client.GetDetail');

$listId = value($api->CreateList([
    'ApiKey' => $key,
    'ClientID' => $clientId,
    'Title' => 'Draft',
    'UnsubscribePage' => '',
    'ConfirmOptIn' => true,
    'ConfirmationSuccessPage' => '',
]), 'List.Create');
$list = ['ApiKey' => $key, 'ListID' => $listId];
$facts['listCreated'] = $listId;
$facts['optInBefore'] = value($api->GetListDetail($list), 'List.GetDetail')->ConfirmOptIn;
$facts['listUpdated'] = code($api->UpdateList($list + [
    'Title' => 'Frühling & <mehr>',
    'UnsubscribePage' => '',
    'ConfirmOptIn' => false,
    'ConfirmationSuccessPage' => '',
]), 'List.Update');
$detail = value($api->GetListDetail($list), 'List.GetDetail');
$facts['optInAfter'] = $detail->ConfirmOptIn;
$facts['title'] = $detail->Title;
$facts['fieldCreated'] = code($api->CreateListCustomField($list + [
    'FieldName' => 'Flowers',
    'DataType' => 'MultiSelectMany',
    'Options' => 'Rose||Tulip||Lily',
]), 'List.CreateCustomField');
$fields = items(value($api->GetListCustomFields($list), 'List.GetCustomFields'), 'ListCustomField');
$facts['fields'] = array_map(fn($field) => [
    'Key' => $field->Key,
    'DataType' => $field->DataType,
    'FieldOptions' => items($field->FieldOptions, 'string'),
], $fields);

$zoe = ['Email' => 'zoe@reader.example'];
$facts['added'] = code($api->AddSubscriber($list + $zoe + ['Name' => 'Zoë <&> "Müller" 漢字 😀']), 'Subscriber.Add');
$facts['badEmail'] = code($api->AddSubscriber($list + ['Email' => 'not an address', 'Name' => '']), 'Subscriber.Add');
$facts['isSubscribed'] = value($api->GetIsSubscribed($list + $zoe), 'Subscribers.GetIsSubscribed');
$single = value($api->GetSingleSubscriber($list + ['EmailAddress' => 'zoe@reader.example']), 'Subscribers.GetSingleSubscriber');
$facts['single'] = ['EmailAddress' => $single->EmailAddress, 'Name' => $single->Name, 'State' => $single->State];
$active = items(value($api->GetSubscribers($list + ['Date' => '2000-01-01 00:00:00']), 'Subscribers.GetActive'), 'Subscriber');
$facts['active'] = array_map(fn($subscriber) => $subscriber->EmailAddress, $active);
$facts['bounced'] = items(value($api->GetBounced($list + ['Date' => '2000-01-01']), 'Subscribers.GetBounced'), 'Subscriber');
$facts['unsubscribed'] = code($api->Unsubscribe($list + $zoe), 'Subscriber.Unsubscribe');
$facts['isStillSubscribed'] = value($api->GetIsSubscribed($list + $zoe), 'Subscribers.GetIsSubscribed');
$refused = value($api->GetSubscribers(['ApiKey' => str_repeat('0', 32), 'ListID' => $listId, 'Date' => '2000-01-01']), 'Subscribers.GetActive');
if (!$refused instanceof Result) {
    throw new Exception('a refusal of an untyped operation is no Result');
}
$facts['wrongKey'] = (int) $refused->Code;
$facts['germanyListed'] = in_array('Germany', items(value($api->GetCountries(['ApiKey' => $key]), 'User.GetCountries'), 'string'), true);

$sam = ['Email' => 'sam@reader.example', 'Name' => 'Sam'];
$flowers = ['SubscriberCustomField' => [['Key' => 'Flowers', 'Value' => 'Rose'], ['Key' => 'Flowers', 'Value' => 'Lily']]];
$facts['addedWithFields'] = code($api->AddSubscriberWithCustomFields($list + $sam + ['CustomFields' => $flowers]), 'Subscriber.AddWithCustomFields');
$single = value($api->GetSingleSubscriber($list + ['EmailAddress' => 'sam@reader.example']), 'Subscribers.GetSingleSubscriber');
$facts['flowers'] = array_map(fn($field) => $field->Value, items($single->CustomFields, 'SubscriberCustomField'));
sort($facts['flowers']);
$facts['campaignCreated'] = value($api->CreateCampaign([
    'ApiKey' => $key,
    'ClientID' => $clientId,
    'CampaignName' => 'Spring',
    'CampaignSubject' => 'Tulips & <more>',
    'FromName' => 'Blüte',
    'FromEmail' => 'news@bloom.example',
    'ReplyTo' => 'news@bloom.example',
    'HtmlUrl' => $page,
    'TextUrl' => '',
    'SubscriberListIDs' => ['string' => [$listId]],
    'ListSegments' => ['List' => []],
]), 'Campaign.Create');
$lists = items(value($api->GetCampaignLists(['ApiKey' => $key, 'CampaignID' => $facts['campaignCreated']]), 'Campaign.GetLists'), 'List');
$facts['campaignLists'] = array_map(fn($entry) => $entry->Name, $lists);

echo json_encode($facts, JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR), "\n";
