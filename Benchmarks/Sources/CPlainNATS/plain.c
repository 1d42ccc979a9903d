// What libnats does by itself: requests to an echo on another connection.
#include "plain_nats.h"

#ifdef NATS
#include <nats/nats.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

typedef struct {
  natsConnection *connection;
  int left, open;
  pthread_mutex_t lock;
  pthread_cond_t ended;
} caller;

static void echo(natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *closure) {
  natsConnection_Publish(connection, natsMsg_GetReply(message), natsMsg_GetData(message), natsMsg_GetDataLength(message));
  natsMsg_Destroy(message);
}

static void request(caller *caller) {
  natsConnection_PublishRequest(caller->connection, "plain.echo", "plain.answers.1", "[1,2,3]", 7);
}

static void answered(natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *closure) {
  caller *caller = closure;
  natsMsg_Destroy(message);
  pthread_mutex_lock(&caller->lock);
  bool more = caller->left > 0;
  if (more) caller->left -= 1; else caller->open -= 1;
  if (caller->open == 0) pthread_cond_signal(&caller->ended);
  pthread_mutex_unlock(&caller->lock);
  if (more) request(caller);
}

static natsConnection *connect_to(const char *url, bool prompt) {
  natsOptions *options = NULL;
  natsConnection *connection = NULL;
  natsOptions_Create(&options);
  natsOptions_SetURL(options, url);
  natsOptions_SetSendAsap(options, prompt);
  if (natsConnection_Connect(&connection, options) != NATS_OK) connection = NULL;
  natsOptions_Destroy(options);
  return connection;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

double plain_nats(const char *url, int depth, int count, bool prompt) {
  natsConnection *worker = connect_to(url, prompt);
  caller caller = {connect_to(url, prompt), count - depth, depth, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER};
  natsSubscription *echoes = NULL, *answers = NULL;
  double elapsed = -1;
  if (worker && caller.connection
      && natsConnection_QueueSubscribe(&echoes, worker, "plain.echo", "workers", echo, NULL) == NATS_OK
      && natsConnection_Flush(worker) == NATS_OK
      && natsConnection_Subscribe(&answers, caller.connection, "plain.answers.>", answered, &caller) == NATS_OK
      && natsConnection_Flush(caller.connection) == NATS_OK) {
    double start = now();
    for (int index = 0; index < depth; index += 1) request(&caller);
    pthread_mutex_lock(&caller.lock);
    while (caller.open > 0) pthread_cond_wait(&caller.ended, &caller.lock);
    pthread_mutex_unlock(&caller.lock);
    elapsed = (now() - start) / count;
  }
  natsSubscription_Destroy(answers);
  natsSubscription_Destroy(echoes);
  natsConnection_Destroy(caller.connection);
  natsConnection_Destroy(worker);
  return elapsed;
}
#endif
