# The engine alone, for bots and servers: it speaks UCI and USI on its standard streams.
#
#	docker build --tag nitoryu .
#	docker run --rm --interactive nitoryu
#
# Another image takes it by: COPY --from=nitoryu /nitoryu /engines/
FROM --platform=$BUILDPLATFORM golang:1.26.8 AS build
WORKDIR /source
COPY . .
ARG TARGETOS TARGETARCH
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -ldflags="-s -w" -o /nitoryu ./cmd/nitoryu

FROM scratch
COPY --from=build /nitoryu /nitoryu
COPY LICENSE THIRD_PARTY.md /
USER 65532:65532
ENTRYPOINT ["/nitoryu"]
